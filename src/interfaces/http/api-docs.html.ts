/** The page to read and try the API. */
export const readerPage = `<!DOCTYPE html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>ConvEngine API</title>
<link rel="stylesheet" href="/api/docs/swagger-ui.css">
</head>
<body>
<div id="api"></div>
<script src="/api/docs/swagger-ui-bundle.js"></script>
<script>SwaggerUIBundle({ url: '/api/docs-json', dom_id: '#api', deepLinking: true });</script>
</body>
</html>
`;

/** The page where the reader is not installed. */
export const withoutReaderPage = (reader: string): string => `<!DOCTYPE html>
<html lang="en">
<head><meta charset="utf-8"><title>ConvEngine API</title></head>
<body>
<h1>ConvEngine API</h1>
<p>The description is at <a href="/api/docs-json">/api/docs-json</a> (OpenAPI). To read and try it here, install
<code>${reader}</code> beside ConvEngine (<code>npm i ${reader}</code>) and start the service again.</p>
</body>
</html>
`;

/** What may go wrong, with an anchor for each code. @param content HTML */
export const errorsPage = (content: string): string => `<!DOCTYPE html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>ConvEngine errors</title>
<style>
body { font: 16px/1.5 system-ui, sans-serif; max-width: 75rem; margin: 2rem auto; padding: 0 1rem; }
table { border-collapse: collapse; }
td, th { border-top: 1px solid #ccc; padding: .4rem .6rem; text-align: left; vertical-align: top; }
tr:has(:target) { background: #ffd; }
</style>
</head>
<body>
${content}
</body>
</html>
`;
