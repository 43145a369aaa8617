export { RemoteSource } from './remote.source.js';
export { isHeld, type ToolPin, ToolPins } from './tool-pins.js';
