import { Module } from '@nestjs/common';
import { FlowModule } from '../flow/index.js';
import { TurnModule } from '../turn/index.js';
import { FileChecker } from './file-checker.js';
import { FileEditor } from './file-editor.js';
import { FileFolders } from './file-folders.js';
import { FileVersions } from './file-versions.js';
import { LanguageReader } from './language-reader.js';

/** Editing files of tools and languages through the service. Needs configuration, clock and database from global modules. */
@Module({
  imports: [FlowModule, TurnModule],
  providers: [FileFolders, FileChecker, FileVersions, FileEditor, LanguageReader],
  exports: [FileFolders, FileVersions, FileEditor],
})
export class FileEditingModule {}
