import { HighlightStyle, syntaxHighlighting } from '@codemirror/language';
import { tags } from '@lezer/highlight';

/** The colours of the console, which follow its theme. */
export const textColours = syntaxHighlighting(
  HighlightStyle.define([
    { tag: tags.propertyName, color: 'var(--accent)' },
    { tag: tags.string, color: 'var(--good)' },
    { tag: tags.comment, color: 'var(--soft)' },
    { tag: [tags.number, tags.bool, tags.null], color: 'var(--warn)' },
  ]),
);
