export type { FoundProblem } from './file-checker.js';
export { FileEditingModule } from './file-editing.module.js';
export { type CheckedFile, FileEditor, hashOf } from './file-editor.js';
export { FILE_KINDS, FileFolders, type FilePlace } from './file-folders.js';
export { type FileVersion, FileVersions } from './file-versions.js';
