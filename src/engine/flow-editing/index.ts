export { FlowEditingModule } from './flow-editing.module.js';
export { FlowEditor } from './flow-editor.js';
export type { RowEdit } from './read-edits.js';
export { RowList } from './row-list.js';
