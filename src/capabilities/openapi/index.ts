export { type ImportedFile, importOpenApi, type OpenApiImport } from './import-openapi.js';
export { readOpenApi } from './read-openapi.js';
