import { json, jsonParseLinter } from '@codemirror/lang-json';
import { linter } from '@codemirror/lint';
import type { EditorView } from '@codemirror/view';
import { TextEditor, type TextEditorProps } from './text-editor';

const JSON_TEXT = [json(), linter(checkJson)];

/** JSON text with its colours, and a line under what is none. */
export function JsonEditor(props: TextEditorProps) {
  return <TextEditor {...props} extensions={JSON_TEXT} />;
}

/** A column that is empty is no mistake of its author's. */
function checkJson(view: EditorView) {
  return view.state.doc.length === 0 ? [] : jsonParseLinter()(view);
}
