export { ENGLISH, type LanguageChoice, readLanguageFile } from './language-file.js';
export { nameWords, singular } from './names.js';
export { alternatives, spaced, wholeWord } from './patterns.js';
export { wordList } from './word-list.js';
