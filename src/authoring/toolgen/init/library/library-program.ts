import { dirname, join, resolve } from 'node:path';
import { getLibFiles, ts } from '@ts-morph/common';
import { isInside } from '../../../../tools/package-format/index.js';
import type { LibraryFiles } from './library-files.js';

/** A library as TypeScript's checker sees it. Nothing of it is run. */
export interface LibraryProgram {
  readonly checker: ts.TypeChecker;
  /** What the library exports; undefined where its entry is no module. */
  readonly module: ts.Symbol | undefined;
  /** The scripts that were read, without declarations. */
  readonly scripts: readonly ts.SourceFile[];
  /** Whether something is declared by the language, the browser or Node.js, and not by a library. */
  isOfPlatform(symbol: ts.Symbol): boolean;
}

const OPTIONS: ts.CompilerOptions = {
  allowJs: true,
  checkJs: false,
  noEmit: true,
  // Without it JSDoc takes `Object` and `Array` for what cannot be given.
  noImplicitAny: false,
  strict: false,
  strictNullChecks: true,
  skipLibCheck: true,
  target: ts.ScriptTarget.ESNext,
  module: ts.ModuleKind.Preserve,
  moduleResolution: ts.ModuleResolutionKind.Bundler,
  moduleDetection: ts.ModuleDetectionKind.Legacy,
  // Scripts of other packages say nothing of the types of this one, and are many.
  maxNodeModuleJsDepth: 0,
  lib: ['lib.esnext.d.ts', 'lib.dom.d.ts'],
  types: [],
};
const DECLARATIONS = /\.d\.[cm]?ts$/;
const SCRIPT = /\.[cm]?js$/;
const LIBRARY_FOLDER = '/typescript-lib';
const PLATFORM_FILE = `${LIBRARY_FOLDER}/platform.d.ts`;
/** Types of Node.js that declarations name, also where `@types/node` is not installed. */
const PLATFORM_TYPES = `
interface Buffer { toString(encoding?: string): string }
declare namespace NodeJS {
  interface ReadableStream { read(size?: number): unknown }
  interface WritableStream { end(): unknown }
  interface ErrnoException { toString(): string }
}`;

const libraryTexts = new Map<string, string>();
/** Parsed once for all libraries. */
const librarySources = new Map<string, ts.SourceFile>();

/**
 * Gives the library to the checker. Where it begins with a script, it is read from scripts, even beside declarations.
 * @param entry its declarations, else its script
 * @param name of its package: some declare it by name
 */
export function libraryProgram(folder: string, entry: string, name: string, files: LibraryFiles): LibraryProgram {
  const root = resolve(folder, entry).replaceAll('\\', '/');
  const program = ts.createProgram(
    [PLATFORM_FILE, root],
    OPTIONS,
    hostOf(resolve(folder), files, !DECLARATIONS.test(entry)),
  );
  const checker = program.getTypeChecker();
  const source = program.getSourceFile(root);
  return {
    checker,
    scripts: program.getSourceFiles().filter(({ isDeclarationFile }) => !isDeclarationFile),
    module: source && (moduleOf(source, checker) ?? ambientModule(source, name, checker)),
    isOfPlatform: (symbol) =>
      (symbol.declarations ?? []).some((declaration) => {
        const { fileName } = declaration.getSourceFile();
        return fileName.startsWith(LIBRARY_FOLDER) || fileName.includes('/node_modules/@types/node/');
      }),
  };
}

/** Reads only what the files allow, and writes nothing. */
function hostOf(folder: string, files: LibraryFiles, isScript: boolean): ts.CompilerHost {
  const host: ts.CompilerHost = {
    fileExists: (path) => files.isFile(path),
    readFile: (path) => files.read(path),
    directoryExists: (path) => files.isFolder(path),
    getSourceFile: (path) => (path.startsWith(LIBRARY_FOLDER) ? librarySource(path) : sourceOf(path, files.read(path))),
    getDefaultLibFileName: () => `${LIBRARY_FOLDER}/lib.esnext.d.ts`,
    getDefaultLibLocation: () => LIBRARY_FOLDER,
    getCurrentDirectory: () => folder,
    getCanonicalFileName: (path) => path,
    useCaseSensitiveFileNames: () => true,
    getNewLine: () => '\n',
    writeFile: () => {},
    resolveModuleNameLiterals: (literals, from) =>
      literals.map(({ text }) => {
        const script = isScript && text.startsWith('.') ? scriptOf(resolve(dirname(from), text), files) : undefined;
        if (script) return { resolvedModule: script };
        const { resolvedModule: found } = ts.resolveModuleName(text, from, OPTIONS, host);
        const isOwn = text.startsWith('.') && found && isInside(folder, resolve(found.resolvedFileName));
        // A project may itself lie in node_modules: its own scripts are read all the same.
        return { resolvedModule: isOwn ? { ...found, isExternalLibraryImport: false } : found };
      }),
  };
  return host;
}

/** The script that a path leads to, by itself or with an ending. */
function scriptOf(path: string, files: LibraryFiles): ts.ResolvedModuleFull | undefined {
  const paths = [path, ...['.js', '.cjs', '.mjs', '/index.js'].map((end) => path + end)];
  const found = paths.find((one) => SCRIPT.test(one) && files.isFile(one));
  if (found === undefined) return undefined;
  const extension = (SCRIPT.exec(found)?.[0] ?? ts.Extension.Js) as ts.Extension;
  return { resolvedFileName: found.replaceAll('\\', '/'), extension, isExternalLibraryImport: false };
}

function librarySource(path: string): ts.SourceFile | undefined {
  if (libraryTexts.size === 0) {
    for (const { fileName, text } of getLibFiles()) libraryTexts.set(join(LIBRARY_FOLDER, fileName), text);
    libraryTexts.set(PLATFORM_FILE, PLATFORM_TYPES);
  }
  const known = librarySources.get(path) ?? sourceOf(path, libraryTexts.get(path));
  if (known) librarySources.set(path, known);
  return known;
}

function sourceOf(path: string, text: string | undefined): ts.SourceFile | undefined {
  if (text === undefined) return undefined;
  const parse = (whole: string) => ts.createSourceFile(path, whole, ts.ScriptTarget.ESNext);
  const source = parse(text);
  const isAddition = !ts.isExternalModule(source) && source.statements.some((one) => moduleName(one)?.startsWith('.'));
  // TypeScript takes additions to other modules from modules only.
  return isAddition ? parse(`${text}\nexport {};`) : source;
}

/** What a file exports. The checker keeps to itself what scripts export by `module.exports`, but for this property. */
function moduleOf(source: ts.SourceFile, checker: ts.TypeChecker): ts.Symbol | undefined {
  const known = checker.getSymbolAtLocation(source);
  return known ?? ('symbol' in source ? (source.symbol as ts.Symbol | undefined) : undefined);
}

/** The module that a file declares by name, where it is none itself. */
function ambientModule(source: ts.SourceFile, name: string, checker: ts.TypeChecker): ts.Symbol | undefined {
  const declared = source.statements.filter((one) => /^[^.*][^*]*$/.test(moduleName(one) ?? ''));
  const found = declared.find((one) => moduleName(one) === name) ?? declared[0];
  return found && ts.isModuleDeclaration(found) ? checker.getSymbolAtLocation(found.name) : undefined;
}

function moduleName(statement: ts.Statement): string | undefined {
  return ts.isModuleDeclaration(statement) && ts.isStringLiteral(statement.name) ? statement.name.text : undefined;
}
