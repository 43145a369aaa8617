export { HandlerSource } from './handler.source.js';
