import { fileURLToPath } from 'node:url'
import { runnerImport, type ConfigEnv, type UserConfig } from 'vite'

/** @param path relative to the root of the repository @returns the absolute path */
export const at = (path: string): string => fileURLToPath(new URL(`../${path}`, import.meta.url))

export const OUT_DIR = 'dist/console'

/** @returns whether this builds the console, and not Storybook or a part whose size is measured */
export const isConsoleBuild = ({ build }: UserConfig, { command }: ConfigEnv): boolean =>
  command === 'build' && build?.outDir === OUT_DIR

/** The aliases of tsconfig.json, one for each top-level folder (docs: architecture). */
export const alias = {
  '@contract': at('src/contract'),
  '@ports': at('src/ports'),
  '@console': at('src/console'),
  '@demo': at('src/demo'),
  '@services': at('src/services'),
  '@resources': at('src/resources'),
  '@features': at('src/features'),
  '@screens': at('src/screens'),
  '@app': at('src/app'),
  '@machines': at('machines'),
  '@design-system': at('design-system'),
  '@mocks': at('mocks'),
  '@server': at('server'),
  '@tests': at('tests'),
}

/** The ES module build: Node would load the package as CommonJS. */
const STYLED = at('node_modules/styled-components/dist/styled-components.esm.js')

/**
 * Runs a module of the console in Node, with the build's own configuration.
 * @param path relative to the root of the repository, or absolute
 */
export const runModule = async <Module extends object>(path: string): Promise<Module> =>
  (
    await runnerImport<Module>(path, {
      configFile: false,
      resolve: { alias: { ...alias, 'styled-components': STYLED } },
      logLevel: 'error',
    })
  ).module
