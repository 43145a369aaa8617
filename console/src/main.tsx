import './shell/mantine.css';
import './shell/base.css';
import { createTheme, MantineProvider } from '@mantine/core';
import { QueryClientProvider } from '@tanstack/react-query';
import { RouterProvider } from '@tanstack/react-router';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { connect } from './api/connection';
import { startLanguages } from './languages';
import { router } from './routes';
import { pressOnce } from './shell/press-once';
import { createQueries } from './shell/queries';
import { theme } from './shell/theme';

const root = document.getElementById('root');
if (root === null) throw new Error('The page has no place for the console.');
const queries = createQueries();
connect(queries);
pressOnce();
await startLanguages();
createRoot(root).render(
  <StrictMode>
    <MantineProvider theme={createTheme(theme)} defaultColorScheme="auto" getStyleNonce={nonce}>
      <QueryClientProvider client={queries}>
        <RouterProvider router={router} />
      </QueryClientProvider>
    </MantineProvider>
  </StrictMode>,
);

/** What the page's policy lets components write styles with. */
function nonce(): string {
  return document.querySelector<HTMLMetaElement>('meta[property=csp-nonce]')?.nonce ?? '';
}
