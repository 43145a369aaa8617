import { Injectable } from '@nestjs/common';
import { messageOf } from '../../platform/common/errors.js';
import { type ChangedFiles, describeProblem, FILES, type FlowProblem } from '../../tools/index.js';
import { readLexicon } from '../../tools/knowledge/index.js';
import { readYamlText, type YamlSource } from '../../tools/sources/files/capability-file/index.js';
import { toolsOf } from '../../tools/sources/files/index.js';
import { LanguageFileInvalid } from '../../understanding/language/index.js';
import { FlowService } from '../flow/index.js';
import { EngineLanguage } from '../wording/index.js';
import { FileFolders, type ReadFile } from './file-folders.js';

/** What would be wrong with a file, or with something else because of it. */
export interface FoundProblem {
  /** An error keeps the file from being switched to. */
  readonly severity: 'error' | 'warning';
  /** What is wrong where it is not the file itself: a row, another file. */
  readonly where: string | null;
  /** Counted from 1; null where it is about all of it. */
  readonly line: number | null;
  readonly column: number | null;
  readonly message: string;
}

/** As capability files are read; language files are smaller. */
const MOST_BYTES = 256 * 1024;

/** Says what would be wrong with files, as the service would when it reads them. */
@Injectable()
export class FileChecker {
  constructor(
    private readonly folders: FileFolders,
    private readonly flow: FlowService,
    private readonly language: EngineLanguage,
  ) {}

  /** @param text null for a file that is taken away */
  async problems(file: ReadFile, text: string | null): Promise<FoundProblem[]> {
    if (text !== null && Buffer.byteLength(text) > MOST_BYTES) {
      return [{ ...WHOLE, message: `has more than ${MOST_BYTES} bytes` }];
    }
    return file.kind === 'LANGUAGE' ? this.inLanguage(file, text) : this.inTools(file, text);
  }

  /** What the files of tools would say; undefined for a file of the language. */
  static changed({ kind, file }: ReadFile, text: string | null): ChangedFiles | undefined {
    return kind === 'CAPABILITY' && file !== undefined ? new Map([[file, text]]) : undefined;
  }

  /**
   * The language with another text; undefined for a file of tools, and for knowledge, which no turn reads.
   * @throws EngineError CONFIGURATION_INVALID
   */
  languageWith(file: ReadFile, text: string | null): EngineLanguage | undefined {
    const part = file.kind === 'LANGUAGE' ? this.folders.partOf(file)?.part : undefined;
    return part === undefined || part === 'knowledge' ? undefined : this.language.with({ [part]: text });
  }

  private inLanguage(file: ReadFile, text: string | null): FoundProblem[] {
    const { value: source, problems = [] } = text === null ? {} : readYamlText(file.path, text);
    if (problems.length > 0) return problems.map((problem) => inFile('error', problem));
    try {
      const part = this.folders.partOf(file)?.part ?? '';
      const choice = { ...this.folders.language, instead: { [part]: text } };
      if (part === 'knowledge') readLexicon(choice);
      else this.languageWith(file, text);
      return [];
    } catch (error) {
      if (!(error instanceof LanguageFileInvalid) || error.places.length === 0)
        return [{ ...WHOLE, message: messageOf(error) }];
      return error.places.map(({ path, message }) => {
        const region = source?.valueRegion(path);
        const key = path.join('.');
        return inFile('error', { region, message: key === '' ? message : `"${key}": ${message}` });
      });
    }
  }

  private async inTools(file: ReadFile, text: string | null): Promise<FoundProblem[]> {
    const own = text === null ? [] : problemsOf(readYamlText(file.path, text));
    if (own.some(({ severity }) => severity === 'error')) return own;
    const { rows } = this.flow.running;
    const before = new Set((await this.flow.check(rows)).problems.map(describeProblem));
    const { problems } = await this.flow.check(rows, FileChecker.changed(file, text));
    const isNew = (problem: FlowProblem) => !before.has(describeProblem(problem));
    const found = problems.filter(isNew).map((problem) => foundIn(file, problem));
    const known = new Set(own.map(({ message }) => message));
    return [...own, ...found.filter(({ where, message }) => where !== null || !known.has(message))];
  }
}

const WHOLE = { severity: 'error', where: null, line: null, column: null } as const;

function problemsOf({ value, problems = [] }: { value?: YamlSource; problems?: readonly Place[] }): FoundProblem[] {
  if (!value) return problems.map((problem) => inFile('error', problem));
  const { problems: errors, warnings } = toolsOf(value);
  return [...errors.map((one) => inFile('error', one)), ...warnings.map((one) => inFile('warning', one))];
}

interface Place {
  readonly region?: { readonly line: number; readonly column: number } | undefined;
  readonly message: string;
}

function inFile(severity: FoundProblem['severity'], { region, message }: Place): FoundProblem {
  return { severity, where: null, line: region?.line ?? null, column: region?.column ?? null, message };
}

/** The problems of a file have its path, and where in it, as their id. */
function foundIn({ file }: ReadFile, { severity, table, id, column, message }: FlowProblem): FoundProblem {
  const [, path = id, line, place] = /^(.*):(\d+):(\d+)$/.exec(id ?? '') ?? [];
  if (table === FILES && path === file) {
    return { severity, where: null, line: numberOf(line), column: numberOf(place), message };
  }
  const row = id === null ? table : `${table}[${id}]`;
  return { severity, where: column === null ? row : `${row}.${column}`, line: null, column: null, message };
}

function numberOf(text: string | undefined): number | null {
  return text === undefined ? null : Number(text);
}
