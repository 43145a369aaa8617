export { Commands, readCommands } from './commands.js';
