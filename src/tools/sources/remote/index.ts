export { RemoteSource } from './remote.source.js';
export { definitionChanges, type RemoteServerState, type RemoteToolState } from './remote-state.js';
export { isHeld, type PinApproval, type ToolPin, ToolPins } from './tool-pins.js';
