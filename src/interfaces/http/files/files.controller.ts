import { Body, Controller, Get, HttpCode, Param, Post, Query } from '@nestjs/common';
import { lintText } from '../../../authoring/index.js';
import { FileEditor, FileFolders, type FileVersion, FileVersions, hashOf } from '../../../engine/file-editing/index.js';
import { ProcessList } from '../../../platform/processes/index.js';
import { ApiOperation, ApiResponse, ApiTags } from '../../api-description/index.js';
import { AccessGuard, type Admitted, GuardedBy, LetIn, provedName } from '../../callers/index.js';
import { ApiErrors } from '../api-errors.js';
import { versionBefore, versionIn } from '../version-number.js';
import {
  type CheckedFileBody,
  type CheckFile,
  checkedFileSchema,
  checkFileSchema,
  type FileQuery,
  type FilesBody,
  type FileTextBody,
  type FileVersionBody,
  type FileVersionQuery,
  type FileVersionsBody,
  fileQuerySchema,
  filesSchema,
  fileTextSchema,
  fileVersionQuerySchema,
  fileVersionSchema,
  fileVersionsSchema,
  type SwitchFile,
  switchFileSchema,
  type UndoFile,
  undoFileSchema,
} from './files.schema.js';

/** What keeps a file from saying something else. */
const OF_CHANGES = [
  'UNAUTHORIZED',
  'INVALID_REQUEST',
  'NOT_FOUND',
  'FILE_CHANGED',
  'FILE_INVALID',
  'FILES_READ_ONLY',
  'FLOW_INVALID',
  'DATABASE_UNAVAILABLE',
] as const;

/** Lets authors of flows see the files of tools and languages, and change them. */
@ApiTags('flow files')
@GuardedBy(AccessGuard)
@Controller('api/v1/files')
export class FilesController {
  constructor(
    private readonly folders: FileFolders,
    private readonly editor: FileEditor,
    private readonly versions: FileVersions,
    private readonly processes: ProcessList,
  ) {}

  @Get()
  @ApiOperation({
    operationId: 'listFiles',
    summary: 'The capability and language files that the process reads which answers',
  })
  @ApiResponse({ status: 200, description: 'Folders and files', standardSchema: filesSchema })
  @ApiErrors('UNAUTHORIZED', 'DATABASE_UNAVAILABLE')
  async list(): Promise<FilesBody> {
    const [folders, files, hash] = [await this.folders.folders(), await this.folders.list(), await this.folders.hash()];
    const others = (await this.processes.list()).filter(({ isThis, isAlive }) => isAlive && !isThis);
    const same = others.filter(({ filesHash }) => filesHash === hash).length;
    return { folders, files, otherProcesses: { same, different: others.length - same } };
  }

  @Get('text')
  @ApiOperation({ operationId: 'readFile', summary: 'What a file says' })
  @ApiResponse({ status: 200, description: 'Its text', standardSchema: fileTextSchema })
  @ApiErrors('UNAUTHORIZED', 'INVALID_REQUEST', 'NOT_FOUND')
  async read(@Query({ schema: fileQuerySchema }) place: FileQuery): Promise<FileTextBody> {
    const { own, packaged } = await this.folders.read(place);
    return { ...place, isOwn: own !== null, base: hashOf(own), text: own ?? packaged };
  }

  @Post('check')
  @HttpCode(200)
  @ApiOperation({
    operationId: 'checkFile',
    summary: 'What another text of a file would change, and what would be wrong then',
    description: 'As the service finds it when it reads files, and as `convengine validate` does. Nothing is written.',
  })
  @ApiResponse({ status: 200, description: 'Before, after and the problems', standardSchema: checkedFileSchema })
  @ApiErrors('UNAUTHORIZED', 'INVALID_REQUEST', 'NOT_FOUND')
  async check(@Body({ schema: checkFileSchema }) edit: CheckFile): Promise<CheckedFileBody> {
    const { problems, ...checked } = await this.editor.check(edit);
    const isTool = edit.kind === 'CAPABILITY' && edit.text !== null;
    const findings = isTool ? lintText(edit.path, edit.text ?? '') : [];
    const warnings = findings.map(({ rule, message, ...place }) => {
      return { severity: 'warning' as const, where: null, ...place, message: `${rule}: ${message}` };
    });
    return { ...checked, problems: [...problems, ...warnings] };
  }

  @Post('switch')
  @HttpCode(200)
  @ApiOperation({
    operationId: 'switchFile',
    summary: 'Make a file say something else',
    description:
      'Recorded with what it said before, written whole, and read by every process that has the folder. Nothing is changed ' +
      'where the file is not what `base` says, has errors, or cannot be written.',
  })
  @ApiResponse({ status: 200, description: 'The version', standardSchema: fileVersionSchema })
  @ApiErrors(...OF_CHANGES)
  async switchTo(
    @Body({ schema: switchFileSchema }) { base, by, note, ...edit }: SwitchFile,
    @LetIn() { caller }: Admitted,
  ): Promise<FileVersionBody> {
    return bodyOf(await this.editor.switchTo(base, edit, { by: provedName(caller, by), note }));
  }

  @Get('versions')
  @ApiOperation({ operationId: 'listFileVersions', summary: 'Who changed which file when, and why; newest first' })
  @ApiResponse({ status: 200, description: 'A page of them', standardSchema: fileVersionsSchema })
  @ApiErrors('UNAUTHORIZED', 'INVALID_REQUEST', 'DATABASE_UNAVAILABLE')
  async listVersions(@Query({ schema: fileVersionQuerySchema }) query: FileVersionQuery): Promise<FileVersionsBody> {
    const { limit, cursor } = query;
    const found = await this.versions.before(versionBefore(cursor), limit + 1);
    const items = found.slice(0, limit);
    return { items: items.map(bodyOf), nextCursor: found.length > limit ? String(items.at(-1)?.versionId) : null };
  }

  @Post('versions/:versionId/undo')
  @HttpCode(200)
  @ApiOperation({
    operationId: 'undoFileVersion',
    summary: 'Make a file say what it said before a version',
    description: 'That is another version. Where the file has changed since, nothing is changed.',
  })
  @ApiResponse({ status: 200, description: 'The version', standardSchema: fileVersionSchema })
  @ApiErrors(...OF_CHANGES)
  async undo(
    @Param('versionId') versionId: string,
    @Body({ schema: undoFileSchema }) { by, note }: UndoFile,
    @LetIn() { caller }: Admitted,
  ): Promise<FileVersionBody> {
    return bodyOf(await this.editor.undo(versionIn(versionId), { by: provedName(caller, by), note }));
  }
}

function bodyOf({ madeAtMs, madeBy: by, undoneVersionId: undoes, ...version }: FileVersion): FileVersionBody {
  return { ...version, madeAt: new Date(madeAtMs).toISOString(), by, undoes };
}
