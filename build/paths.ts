import { fileURLToPath } from 'node:url'
import { runnerImport, type ConfigEnv, type UserConfig } from 'vite'

/** @param path from the root of the repository. @returns it as an absolute path */
export const at = (path: string): string => fileURLToPath(new URL(`../${path}`, import.meta.url))

export const OUT_DIR = 'dist/console'

/** @returns whether this builds the console, and not the workshop or a part that is weighed */
export const isConsoleBuild = ({ build }: UserConfig, { command }: ConfigEnv): boolean =>
  command === 'build' && build?.outDir === OUT_DIR

/** The aliases of tsconfig.json, one for each room (docs: architecture). */
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

/** Its modules: Node would load the package as CommonJS. */
const STYLED = at('node_modules/styled-components/dist/styled-components.esm.js')

/** Runs a module of the console in Node, as the build's own configuration is run. @param path from the root of the repository, or absolute */
export const runModule = async <Module extends object>(path: string): Promise<Module> =>
  (
    await runnerImport<Module>(path, {
      configFile: false,
      resolve: { alias: { ...alias, 'styled-components': STYLED } },
      logLevel: 'error',
    })
  ).module
