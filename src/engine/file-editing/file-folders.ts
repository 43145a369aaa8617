import { createHash } from 'node:crypto';
import { access, constants, lstat, readFile, realpath, stat } from 'node:fs/promises';
import { dirname, join, relative, sep } from 'node:path';
import { Inject, Injectable } from '@nestjs/common';
import { EngineError } from '../../platform/common/errors.js';
import { CONFIG } from '../../platform/common/tokens.js';
import type { ConvEngineConfig } from '../../platform/config/index.js';
import { findFiles, isYamlFile } from '../../tools/sources/files/capability-file/index.js';
import {
  ENGLISH,
  LANGUAGE_PARTS,
  type LanguageChoice,
  ownLanguageFile,
  packagedLanguageText,
} from '../../understanding/language/index.js';

/** What files are for. CAPABILITY: a tool or a playbook. LANGUAGE: what words mean, and what the engine says. */
export const FILE_KINDS = ['CAPABILITY', 'LANGUAGE'] as const;
export type FileKind = (typeof FILE_KINDS)[number];

/** Which file. */
export interface FilePlace {
  readonly kind: FileKind;
  /** As the settings name it; empty where they name none. */
  readonly folder: string;
  /** Within the folder, with `/` between its parts. */
  readonly path: string;
}

/** A folder of the settings. */
export interface FileFolder {
  readonly kind: FileKind;
  readonly folder: string;
  /** Why nothing is written there, and what would change that; null where it is. */
  readonly problem: string | null;
}

/** A file of the list. */
export interface ListedFile extends FilePlace {
  /** False for what the package says, while there is no file of one's own. */
  readonly isOwn: boolean;
}

/** A file as it is now. */
export interface ReadFile extends FilePlace {
  /** Where it lies, or would; undefined where no folder is configured. */
  readonly file: string | undefined;
  /** Null where there is no such file. */
  readonly own: string | null;
  /** What the package says instead; null where it says nothing. */
  readonly packaged: string | null;
}

/** What a file of the language says, and of which language. */
interface LanguagePart {
  readonly part: string;
  readonly choice: LanguageChoice;
}

/** A part of a path: nothing hidden, and no way out of the folder. */
const NAME = /^[\p{L}\p{N}_][\p{L}\p{N}_. -]*$/u;
const MOST_CHARS = 200;

/** The files of capabilities and languages that this process reads. */
@Injectable()
export class FileFolders {
  constructor(@Inject(CONFIG) private readonly config: Pick<ConvEngineConfig, 'flow' | 'capabilities'>) {}

  /** The language that is read, without what it would say instead. */
  get language(): LanguageChoice {
    return this.config.flow;
  }

  async folders(): Promise<FileFolder[]> {
    const { capabilities, flow } = this.config;
    const named = capabilities.directories.length > 0 ? capabilities.directories : [''];
    const all = [
      ...named.map((folder) => ({ kind: 'CAPABILITY', folder }) as const),
      { kind: 'LANGUAGE', folder: flow.languageDirectory } as const,
    ];
    return Promise.all(all.map(async (one) => ({ ...one, problem: await this.problemOf(one) })));
  }

  /** Capability files by folder and name, then the files of the language. */
  async list(): Promise<ListedFile[]> {
    const found: ListedFile[] = [];
    for (const folder of this.config.capabilities.directories) {
      const { files } = await findFiles([folder], isYamlFile);
      found.push(
        ...files.map((file) => ({ kind: 'CAPABILITY' as const, folder, path: pathIn(folder, file), isOwn: true })),
      );
    }
    for (const path of this.languageFiles().keys()) {
      const { kind, folder, own } = await this.read(this.languagePlace(path));
      found.push({ kind, folder, path, isOwn: own !== null });
    }
    return found;
  }

  /** @throws EngineError NOT_FOUND for what is no file of these folders, nor could be one */
  async read(place: FilePlace): Promise<ReadFile> {
    const file = place.kind === 'LANGUAGE' ? this.languageFile(place) : capabilityFile(place, this.config);
    const part = place.kind === 'LANGUAGE' ? this.partOf(place) : undefined;
    const packaged = part ? (packagedLanguageText(part.choice, part.part) ?? null) : null;
    return { ...place, file, own: file === undefined ? null : await textOf(file), packaged };
  }

  /** The part of the language that a file says. */
  partOf({ path }: FilePlace): LanguagePart | undefined {
    return this.languageFiles().get(path);
  }

  /**
   * Requires that a file can be written.
   * @throws EngineError FILES_READ_ONLY with what to do
   */
  async requireWritable(place: FilePlace, file: string | undefined): Promise<string> {
    const problem = (await this.problemOf(place)) ?? (await linkProblem(place.folder, file));
    if (problem !== null || file === undefined)
      throw new EngineError('FILES_READ_ONLY', problem ?? 'There is no folder.');
    return file;
  }

  /** SHA-256 of all that these files say: processes that have the same read the same. */
  async hash(): Promise<string> {
    const hash = createHash('sha256');
    for (const place of await this.list()) {
      const { kind, path, own, packaged } = await this.read(place);
      hash.update(`${kind} ${path}\n${own ?? packaged}\n`);
    }
    return hash.digest('hex');
  }

  private languagePlace(path: string): FilePlace {
    return { kind: 'LANGUAGE', folder: this.config.flow.languageDirectory, path };
  }

  /** By their path; knowledge is about names in databases, which are English. */
  private languageFiles(): Map<string, LanguagePart> {
    const { language, languageDirectory } = this.config.flow;
    const files = new Map<string, LanguagePart>();
    for (const part of LANGUAGE_PARTS) files.set(`${language}/${part}.yaml`, { part, choice: this.config.flow });
    return files.set('en/knowledge.yaml', { part: 'knowledge', choice: { ...ENGLISH, languageDirectory } });
  }

  private languageFile(place: FilePlace): string | undefined {
    const known = this.partOf(place);
    if (!known || place.folder !== this.config.flow.languageDirectory) throw unknownFile(place);
    return ownLanguageFile(known.choice, known.part);
  }

  private async problemOf({ kind, folder }: Pick<FilePlace, 'kind' | 'folder'>): Promise<string | null> {
    const key = kind === 'LANGUAGE' ? 'convengine.flow.language-directory' : 'convengine.capabilities.directories';
    if (folder === '') return `There is no folder for them: name one in ${key}.`;
    if (!this.config.flow.editFiles)
      return 'Files are only shown: set convengine.flow.edit-files to true to edit them here.';
    const found = await stat(folder).catch(() => undefined);
    if (!found?.isDirectory()) return `There is no folder ${folder}: make it, so that the service may write there.`;
    const mayWrite = await access(folder, constants.W_OK).then(
      () => true,
      () => false,
    );
    return mayWrite
      ? null
      : `The service may not write to ${folder}: let its user write there, or edit files where they lie.`;
  }
}

function capabilityFile(place: FilePlace, { capabilities }: Pick<ConvEngineConfig, 'capabilities'>): string {
  const { folder, path } = place;
  const isNamed = path.length <= MOST_CHARS && path.split('/').every((part) => NAME.test(part) && !part.endsWith('.'));
  if (!capabilities.directories.includes(folder) || !isNamed || !isYamlFile(path)) throw unknownFile(place);
  return join(folder, path);
}

function pathIn(folder: string, file: string): string {
  return relative(folder, file).split(sep).join('/');
}

async function textOf(file: string): Promise<string | null> {
  try {
    return await readFile(file, 'utf8');
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === 'ENOENT' || code === 'ENOTDIR') return null;
    throw new EngineError('NOT_FOUND', `${file} cannot be read.`, {}, { cause: error });
  }
}

/** What is a link, or stands behind one, is written where it really lies. */
async function linkProblem(folder: string, file: string | undefined): Promise<string | null> {
  if (file === undefined) return null;
  const text = `${file} is a link, or lies behind one: edit it where it really lies.`;
  if (
    await lstat(file).then(
      (one) => one.isSymbolicLink(),
      () => false,
    )
  )
    return text;
  const root = await realpath(folder);
  for (let above = dirname(file); ; above = dirname(above)) {
    const real = await realpath(above).catch(() => undefined);
    if (real !== undefined) return real === root || real.startsWith(root + sep) ? null : text;
  }
}

function unknownFile({ folder, path }: FilePlace): EngineError {
  return new EngineError(
    'NOT_FOUND',
    `${path} is no file of ${folder === '' ? 'a folder that is configured' : folder}.`,
  );
}
