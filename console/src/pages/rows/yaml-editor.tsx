import { yaml } from '@codemirror/lang-yaml';
import { type Diagnostic, lintGutter, setDiagnostics } from '@codemirror/lint';
import { EditorView, lineNumbers } from '@codemirror/view';
import { useEffect, useRef } from 'react';
import { TextEditor, type TextEditorProps } from './text-editor';
import type { CheckedFile } from './use-files';

const YAML_TEXT = [yaml(), lineNumbers(), lintGutter()];

interface YamlEditorProps extends TextEditorProps {
  readonly isReadOnly: boolean;
  /** What is wrong with the text, as the service has found it. */
  readonly problems: CheckedFile['problems'];
}

/** YAML with its colours and line numbers, and what is wrong at its place. */
export function YamlEditor({ problems, ...props }: YamlEditorProps) {
  const view = useRef<EditorView>(undefined);
  useEffect(() => {
    const editor = view.current;
    if (!editor) return;
    const found = problems.flatMap((problem) => diagnosticOf(editor, problem));
    editor.dispatch(setDiagnostics(editor.state, found));
  }, [problems]);
  return <TextEditor {...props} extensions={YAML_TEXT} view={view} />;
}

/** The rest of the line from where the problem is; the text may be shorter by now. */
function diagnosticOf(
  { state: { doc } }: EditorView,
  { severity, where, line, column, message }: CheckedFile['problems'][number],
): Diagnostic[] {
  if (where !== null || line === null || line > doc.lines) return [];
  const { from, to } = doc.line(line);
  return [{ from: Math.min(from + (column ?? 1) - 1, to), to, severity, message }];
}
