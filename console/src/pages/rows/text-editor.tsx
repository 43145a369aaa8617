import { defaultKeymap, history, historyKeymap } from '@codemirror/commands';
import { bracketMatching, defaultHighlightStyle, indentOnInput, syntaxHighlighting } from '@codemirror/language';
import { EditorState, type Extension, Transaction } from '@codemirror/state';
import { EditorView, keymap } from '@codemirror/view';
import { type RefObject, useEffect, useRef } from 'react';
import { textColours } from './text-colours';
import styles from './text-editor.module.css';

export interface TextEditorProps {
  readonly label: string;
  readonly describedBy: string;
  readonly value: string;
  readonly onChange: (text: string) => void;
}

interface Props extends TextEditorProps {
  /** The language of the text; the same ones as long as the editor is there. */
  readonly extensions: Extension;
  /** Whether the text is shown and not edited. */
  readonly isReadOnly?: boolean;
  /** The editor itself, for what is not said by its text. */
  readonly view?: RefObject<EditorView | undefined>;
}

/** A text with its colours. Tab leaves it, as any other field. */
export function TextEditor({ label, describedBy, value, onChange, extensions, isReadOnly = false, view: told }: Props) {
  const place = useRef<HTMLDivElement>(null);
  const view = useRef<EditorView>(undefined);
  const change = useRef(onChange);
  change.current = onChange;
  const shown = useRef(value);
  shown.current = value;
  useEffect(() => {
    if (place.current === null) return;
    const editor = new EditorView({
      parent: place.current,
      state: EditorState.create({
        doc: shown.current,
        extensions: [
          EditorView.cspNonce.of(document.querySelector<HTMLMetaElement>('meta[property=csp-nonce]')?.nonce ?? ''),
          EditorView.contentAttributes.of({ 'aria-label': label, 'aria-describedby': describedBy }),
          EditorView.lineWrapping,
          EditorState.readOnly.of(isReadOnly),
          history(),
          keymap.of([...historyKeymap, ...defaultKeymap]),
          extensions,
          textColours,
          syntaxHighlighting(defaultHighlightStyle, { fallback: true }),
          bracketMatching(),
          indentOnInput(),
          EditorView.updateListener.of((update) => {
            const isTyped = update.transactions.some((one) => one.docChanged && !one.annotation(Transaction.remote));
            // Lines of the editor have no ends of their own.
            const lineEnd = shown.current.includes('\r\n') ? '\r\n' : '\n';
            if (isTyped) change.current(update.state.doc.sliceString(0, undefined, lineEnd));
          }),
        ],
      }),
    });
    view.current = editor;
    if (told) told.current = editor;
    return () => editor.destroy();
  }, [label, describedBy, extensions, isReadOnly, told]);
  // What comes from elsewhere, as when changes are forgotten, is no change of the reader's.
  useEffect(() => {
    const editor = view.current;
    if (!editor || editor.state.toText(value).eq(editor.state.doc)) return;
    editor.dispatch({
      changes: { from: 0, to: editor.state.doc.length, insert: value },
      annotations: Transaction.remote.of(true),
    });
  }, [value]);
  return <div ref={place} className={styles.editor} />;
}
