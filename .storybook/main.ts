import type { StorybookConfig } from '@storybook/react-vite'
import type { PluginOption } from 'vite'
import { ensureStoryDatabase, STORY_FILES } from '../mocks/platform/ensure-database'
import { allStates, indexer as allStatesIndexer } from './statecharts/all-states-plugin'

/**
 * Packages that the browser loads. A package that Vite finds only while a story runs would make it bundle again during the tests,
 * with a second copy of React.
 */
const PACKAGES = [
  'react',
  'react-dom',
  'react-dom/client',
  'react/jsx-runtime',
  'react/jsx-dev-runtime',
  'styled-components',
  'lucide-react',
  'react-aria-components/Button',
  'react-aria-components/Calendar',
  'react-aria-components/ComboBox',
  'react-aria-components/Heading',
  'react-aria-components/I18nProvider',
  'react-aria-components/Input',
  'react-aria-components/ListBox',
  'react-aria-components/RangeCalendar',
  '@internationalized/date',
  'react-aria-components/Dialog',
  'react-aria-components/Menu',
  'react-aria-components/Modal',
  'react-aria-components/Popover',
  'react-aria-components/Separator',
  'react-aria-components/GridList',
  'react-aria-components/useDragAndDrop',
  'react-toastify/unstyled',
  'react-hook-form',
  '@hookform/resolvers/yup',
  'react-router-dom',
  'yup',
  'axios',
  'socket.io-client',
  'xstate',
  'xstate/graph',
  'elkjs/lib/elk.bundled.js',
  '@xstate/react',
  'apexcharts',
  'react-apexcharts',
  'papaparse',
  'pdfjs-dist/legacy/build/pdf.mjs',
  'msw',
  'msw/browser',
  'msw-storybook-addon/csf3',
  'storybook/test',
  // The platform, which runs in the page (mocks/platform).
  'drizzle-orm',
  'drizzle-orm/pg-core',
  'jose',
  'otplib',
  'qrcode',
  '@noble/ciphers/aes.js',
  '@noble/hashes/argon2.js',
  '@noble/hashes/hkdf.js',
  '@noble/hashes/hmac.js',
  '@noble/hashes/sha2.js',
  '@noble/hashes/sha3.js',
  '@scure/base',
]

/** The file with its folder's name: its page shows all stories of a component. Screens and flows have no such page. */
const OWN_STORIES = /\/design-system\/.*\/(\w+)\/\1\.stories\.tsx$/

/**
 * Storybook's docs plugin adds a source map to its code, and Vite maps it once more: a failing story would report a wrong line.
 * Tests show no docs.
 */
async function withoutDocs(plugins: readonly PluginOption[]): Promise<PluginOption[]> {
  const all = (await Promise.all(plugins.map(async (plugin) => plugin))).flat(Infinity as 1) as PluginOption[]
  return all.filter((plugin) => !plugin || !('name' in plugin) || plugin.name !== 'plugin-csf')
}

ensureStoryDatabase()

const config: StorybookConfig = {
  framework: '@storybook/react-vite',
  // Vitest treats every file listed here as stories; the pages of all states only embed stories that it runs anyway.
  stories: [
    '../design-system/**/*.mdx',
    '../{design-system,src}/**/*.stories.tsx',
    ...(process.env.VITEST ? [] : ['../machines/*/*.machine.ts']),
  ],
  addons: ['@storybook/addon-docs', '@storybook/addon-a11y', '@storybook/addon-vitest', 'msw-storybook-addon'],
  staticDirs: ['../mocks/public', STORY_FILES],
  experimental_indexers: (indexers) => [
    allStatesIndexer,
    ...(indexers ?? []).map((indexer) => ({
      ...indexer,
      createIndex: async (file, options) => {
        const entries = await indexer.createIndex(file, options)
        return OWN_STORIES.test(file)
          ? entries.map((entry) => ({ ...entry, tags: ['autodocs', ...(entry.tags ?? [])] }))
          : entries
      },
    })),
  ],
  core: { disableTelemetry: true, disableWhatsNewNotifications: true },
  typescript: { reactDocgen: 'react-docgen' },
  viteFinal: async (vite) => ({
    ...vite,
    plugins: [...(process.env.VITEST ? await withoutDocs(vite.plugins ?? []) : (vite.plugins ?? [])), allStates],
    optimizeDeps: {
      ...vite.optimizeDeps,
      include: [...(vite.optimizeDeps?.include ?? []), ...PACKAGES],
      // It finds its files beside its code.
      exclude: [...(vite.optimizeDeps?.exclude ?? []), '@electric-sql/pglite'],
    },
  }),
}
export default config
