import { examples } from '../arguments.js';
import type { CommandLine } from '../command-line.js';

/** Adds `documents`: what is searched. */
export function addDocuments({ program, finish }: CommandLine): void {
  const documents = program.command('documents').description('look after what DOCUMENT_RETRIEVAL tools search');
  documents
    .command('ingest')
    .description('take in text, Markdown, HTML and PDF files; unchanged ones are left alone')
    .argument('<path...>', 'files, or folders with everything in them')
    .option('--collection <name>', 'collection they belong to', 'default')
    .addHelpText('after', examples('documents ingest handbook.pdf faq/', 'documents ingest hr/ --collection hr'))
    .action(async (paths: string[], options) => {
      const { runDocumentsIngest } = await import('./run-documents.js');
      finish(await runDocumentsIngest(program.opts(), paths, options));
    });
  documents
    .command('list')
    .description('list the documents, newest first')
    .option('--json', 'as JSON')
    .addHelpText('after', examples('documents list', 'documents list --json'))
    .action(async (options) => {
      const { runDocumentsList } = await import('./run-documents.js');
      finish(await runDocumentsList(program.opts(), options));
    });
  documents
    .command('remove')
    .description('remove documents, so that they are no longer found')
    .argument('<id...>', 'ids, as "documents list" shows them')
    .addHelpText('after', examples('documents remove 3', 'documents remove 3 4'))
    .action(async (ids: string[]) => {
      const { runDocumentsRemove } = await import('./run-documents.js');
      finish(await runDocumentsRemove(program.opts(), ids));
    });
}
