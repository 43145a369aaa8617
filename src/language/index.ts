export { ENGLISH, type LanguageChoice, readLanguageFile } from './language-file.js';
