export { type ImportedFile, type ImportOptions, importOpenApi, type OpenApiImport } from './import-openapi.js';
export { readDocument } from './read-document.js';
export { readOpenApi } from './read-openapi.js';
