import { z } from 'zod';
import { FILE_KINDS } from '../../../engine/file-editing/index.js';
import { nextCursor, pageQuery, utc } from '../ledger/list.schema.js';

/** Characters of a text; the service reads files of 262,144 bytes. */
const MOST_CHARS = 262_144;

const place = {
  kind: z.enum(FILE_KINDS).meta({
    description: 'CAPABILITY: tools and playbooks (docs/capabilities.md). LANGUAGE: words (docs/languages.md)',
  }),
  folder: z.string().max(1_000).meta({ description: 'As the settings name it; empty where they name none' }),
  path: z.string().min(1).max(500).meta({ description: 'Within the folder' }),
};
const text = z.string().nullable();
const edited = {
  ...place,
  text: z.string().max(MOST_CHARS).nullable().meta({ description: 'null takes the file away' }),
};
const base = z.string().nullable().meta({ description: 'SHA-256 of the file as it is; null where there is none' });

/** A file that is tried in a dry run. */
export const triedFileSchema = z.object(edited);

const EXAMPLE_PLACE = { kind: 'LANGUAGE' as const, folder: 'languages', path: 'en/replies.yaml' };
const EXAMPLE_HASH = '9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08';

/** The answer of `GET /api/v1/files`. */
export const filesSchema = z
  .object({
    folders: z.array(
      z.object({
        kind: place.kind,
        folder: place.folder,
        problem: z
          .string()
          .nullable()
          .meta({ description: 'Why nothing can be written there, and what would change that' }),
      }),
    ),
    files: z.array(
      z.object({
        ...place,
        isOwn: z.boolean().meta({ description: 'False for what the package says, until it is changed' }),
      }),
    ),
    otherProcesses: z
      .object({ same: z.int(), different: z.int() })
      .meta({ description: 'How many other processes that serve the database read the same files, and others' }),
  })
  .meta({
    id: 'EditableFiles',
    example: {
      folders: [{ kind: 'LANGUAGE', folder: 'languages', problem: null }],
      files: [{ ...EXAMPLE_PLACE, isOwn: false }],
      otherProcesses: { same: 1, different: 0 },
    },
  });

/** The query of `GET /api/v1/files/text`. */
export const fileQuerySchema = z.object(place);

/** Its answer. */
export const fileTextSchema = z
  .object({ ...place, isOwn: z.boolean(), base, text: text.meta({ description: 'null where there is none yet' }) })
  .meta({ id: 'FileText', example: { ...EXAMPLE_PLACE, isOwn: true, base: EXAMPLE_HASH, text: 'Handover:\n  …\n' } });

/** The body of `POST /api/v1/files/check`. */
export const checkFileSchema = z
  .object(edited)
  .meta({ id: 'CheckFile', example: { ...EXAMPLE_PLACE, text: 'Handover:\n  …\n' } });

const problem = z.object({
  severity: z.enum(['error', 'warning']),
  where: z.string().nullable().meta({ description: 'What else is wrong because of it; null in the file itself' }),
  line: z.int().nullable().meta({ description: 'Counted from 1; null where it is about all of it' }),
  column: z.int().nullable(),
  message: z.string(),
});

/** The answer of a check. */
export const checkedFileSchema = z
  .object({
    base,
    before: text.meta({ description: 'What is read now, of the package where there is no file of one’s own' }),
    after: text,
    problems: z.array(problem).meta({ description: 'Errors keep the file from being switched to' }),
  })
  .meta({ id: 'CheckedFile', example: { base: EXAMPLE_HASH, before: 'a: 1\n', after: 'a: 2\n', problems: [] } });

const who = {
  by: z.string().trim().min(1).max(200).meta({ description: 'Who changes it; kept with the version' }),
  note: z.string().max(2_000).default('').meta({ description: 'Why; kept with the version' }),
};

/** The body of `POST /api/v1/files/switch`. */
export const switchFileSchema = z
  .object({ ...edited, base: base.meta({ description: '`base` of the check' }), ...who })
  .meta({
    id: 'SwitchFile',
    example: { ...EXAMPLE_PLACE, base: EXAMPLE_HASH, text: 'Handover:\n  …\n', by: 'ann', note: 'friendlier' },
  });

/** The body of an undo. */
export const undoFileSchema = z.object(who).meta({ id: 'UndoFile', example: { by: 'ann', note: 'not that friendly' } });

const EXAMPLE_VERSION = {
  versionId: 3,
  origin: 'SWITCH' as const,
  ...EXAMPLE_PLACE,
  madeAt: '2026-01-31T12:00:00.000Z',
  by: 'ann',
  note: 'friendlier',
  host: 'chat-1',
  undoes: null,
  before: null,
  after: 'Handover:\n  …\n',
};

/** A switch of a file. */
export const fileVersionSchema = z
  .object({
    versionId: z.int().meta({ description: 'Counted from 1, of all files together' }),
    origin: z.enum(['SWITCH', 'UNDO']),
    ...place,
    madeAt: utc,
    by: z.string(),
    note: z.string(),
    host: z.string().meta({ description: 'The machine whose file it was' }),
    undoes: z.int().nullable().meta({ description: 'The version that an UNDO took back' }),
    before: text.meta({ description: 'null where there was no file' }),
    after: text.meta({ description: 'null where it was taken away' }),
  })
  .meta({ id: 'FileVersion', example: EXAMPLE_VERSION });

/** The answer of `GET /api/v1/files/versions`. */
export const fileVersionsSchema = z
  .object({ items: z.array(fileVersionSchema), nextCursor })
  .meta({ id: 'FileVersions', example: { items: [EXAMPLE_VERSION], nextCursor: null } });

export const fileVersionQuerySchema = z.object(pageQuery);

export type FilesBody = z.infer<typeof filesSchema>;
export type FileQuery = z.infer<typeof fileQuerySchema>;
export type FileTextBody = z.infer<typeof fileTextSchema>;
export type CheckFile = z.infer<typeof checkFileSchema>;
export type CheckedFileBody = z.infer<typeof checkedFileSchema>;
export type SwitchFile = z.infer<typeof switchFileSchema>;
export type UndoFile = z.infer<typeof undoFileSchema>;
export type FileVersionBody = z.infer<typeof fileVersionSchema>;
export type FileVersionsBody = z.infer<typeof fileVersionsSchema>;
export type FileVersionQuery = z.infer<typeof fileVersionQuerySchema>;
