import { defaultKeymap, history, historyKeymap } from '@codemirror/commands';
import { json, jsonParseLinter } from '@codemirror/lang-json';
import { bracketMatching, defaultHighlightStyle, indentOnInput, syntaxHighlighting } from '@codemirror/language';
import { linter } from '@codemirror/lint';
import { EditorState } from '@codemirror/state';
import { EditorView, keymap } from '@codemirror/view';
import { useEffect, useRef } from 'react';
import { jsonColours } from './json-colours';
import styles from './json-editor.module.css';

interface JsonEditorProps {
  readonly label: string;
  readonly describedBy: string;
  readonly value: string;
  readonly onChange: (text: string) => void;
}

/** JSON text with its colours, and a line under what is none. Tab leaves it, as any other field. */
export function JsonEditor({ label, describedBy, value, onChange }: JsonEditorProps) {
  const place = useRef<HTMLDivElement>(null);
  const view = useRef<EditorView>(undefined);
  const told = useRef(onChange);
  told.current = onChange;
  const first = useRef(value);
  useEffect(() => {
    if (place.current === null) return;
    const editor = new EditorView({
      parent: place.current,
      state: EditorState.create({
        doc: first.current,
        extensions: [
          EditorView.cspNonce.of(document.querySelector<HTMLMetaElement>('meta[property=csp-nonce]')?.nonce ?? ''),
          EditorView.contentAttributes.of({ 'aria-label': label, 'aria-describedby': describedBy }),
          EditorView.lineWrapping,
          history(),
          keymap.of([...historyKeymap, ...defaultKeymap]),
          json(),
          linter(checkJson),
          jsonColours,
          syntaxHighlighting(defaultHighlightStyle, { fallback: true }),
          bracketMatching(),
          indentOnInput(),
          EditorView.updateListener.of((update) => {
            if (update.docChanged) told.current(update.state.doc.toString());
          }),
        ],
      }),
    });
    view.current = editor;
    return () => editor.destroy();
  }, [label, describedBy]);
  // What comes from elsewhere, as when changes are forgotten.
  useEffect(() => {
    const editor = view.current;
    const now = editor?.state.doc.toString();
    if (!editor || now === value) return;
    editor.dispatch({ changes: { from: 0, to: editor.state.doc.length, insert: value } });
  }, [value]);
  return <div ref={place} className={styles.editor} />;
}

/** A column that is empty is no mistake of its author's. */
function checkJson(view: EditorView) {
  return view.state.doc.length === 0 ? [] : jsonParseLinter()(view);
}
