import type { MantineThemeOverride } from '@mantine/core';

/** One accent, one scale of sizes: small print, text, heading of a part, heading of a page. */
export const theme: MantineThemeOverride = {
  primaryColor: 'ink',
  primaryShade: 7,
  colors: {
    // Mantine's own dark is grey; the ground here is a little blue.
    dark: [
      '#e4e8ed',
      '#c5ccd5',
      '#a3adba',
      '#828d9b',
      '#4a5563',
      '#3b4552',
      '#262d36',
      '#1b2027',
      '#171b21',
      '#14181d',
    ],
    ink: ['#eef4fa', '#dbe7f2', '#b9d0e6', '#93b6d8', '#6f9dca', '#5a8cbf', '#4478ad', '#2f5d8a', '#264c72', '#1c3a58'],
  },
  fontFamily: 'system-ui, -apple-system, "Segoe UI", Roboto, "Helvetica Neue", Arial, sans-serif',
  fontFamilyMonospace: 'ui-monospace, SFMono-Regular, Menlo, Consolas, "Liberation Mono", monospace',
  fontSizes: { xs: '0.75rem', sm: '0.8125rem', md: '0.9375rem', lg: '1.0625rem', xl: '1.375rem' },
  headings: {
    fontWeight: '620',
    sizes: {
      h1: { fontSize: '1.375rem', lineHeight: '1.3' },
      h2: { fontSize: '1.0625rem', lineHeight: '1.35' },
      h3: { fontSize: '0.9375rem', lineHeight: '1.4' },
    },
  },
  defaultRadius: 'md',
  respectReducedMotion: true,
};
