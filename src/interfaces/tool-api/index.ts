export { ToolApiModule } from './tool-api.module.js';
