export {
  ENGLISH,
  hasLanguageData,
  LANGUAGE_PARTS,
  type LanguageChoice,
  LanguageFileInvalid,
  languageHash,
  ownLanguageFile,
  packagedLanguageText,
  readLanguageData,
  readLanguageFile,
} from './language-file.js';
export { nameWords, singular } from './names.js';
export { alternatives, spaced, wholeWord } from './patterns.js';
export { wordList } from './word-list.js';
