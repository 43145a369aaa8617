import type { Project } from '../../../tools/package-format/index.js';

/** What a project is, as `project.profile.json` keeps it. */
export interface Profile {
  readonly project_type: 'library' | 'CLI' | 'HTTP API' | 'mixed' | 'unknown';
  readonly runtime: Project['runtime'];
  readonly execution_model: Project['execution_model'];
  readonly name: string;
  readonly version: string;
  readonly description: string;
  readonly surfaces: Surfaces;
  readonly warnings: readonly string[];
}

/** Where capabilities can be found. */
export interface Surfaces {
  /** OpenAPI document, relative to the project. */
  readonly openapi?: string;
  readonly cli?: CommandSurface;
  readonly library?: LibrarySurface;
  readonly python?: PythonSurface;
}

/** A kind of surface. */
export type SurfaceKind = keyof Surfaces;

/** A command line of a project. */
export interface CommandSurface {
  /** What users call it. */
  readonly name: string;
  /** The executable and what comes before the arguments. */
  readonly command: readonly string[];
}

/** A library of a project. */
export interface LibrarySurface {
  /** Name of the package. */
  readonly name: string;
  /** File that is imported, relative to the project. */
  readonly module: string;
  /** Whether that file exports by `module.exports`. */
  readonly isCommonJs: boolean;
  /** Its declarations (`.d.ts`), relative to the project; without them the script itself is read. */
  readonly types?: string;
}

/** A Python package. Its functions are known only once it was imported. */
export interface PythonSurface {
  /** What is imported. */
  readonly module: string;
  /** Folder that it lies in, relative to the project; absent: it is installed. */
  readonly folder?: string;
  /** The Python that imports it: a program, or a path below the project. */
  readonly interpreter: string;
}
