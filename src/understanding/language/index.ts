export {
  ENGLISH,
  LANGUAGE_PARTS,
  type LanguageChoice,
  LanguageFileInvalid,
  languageHash,
  learnedFile,
  ownLanguageFile,
  packagedLanguageText,
  readLanguageFile,
} from './language-file.js';
export { nameWords, singular } from './names.js';
export { alternatives, spaced, wholeWord } from './patterns.js';
export { wordList } from './word-list.js';
