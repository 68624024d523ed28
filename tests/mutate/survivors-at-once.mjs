/** A reporter of Stryker: prints each change that no test noticed as soon as it is known. A run of the contract takes an hour. */
import { relative } from 'node:path'
import { PluginKind, declareValuePlugin } from '@stryker-mutator/api/plugin'

const reporter = {
  onMutantTested({ fileName, location, replacement, status }) {
    if (status !== 'Survived' && status !== 'NoCoverage') return
    const place = `${relative(process.cwd(), fileName)}:${location.start.line}`
    console.log(
      `  ${status === 'Survived' ? 'unnoticed' : 'never run'}: ${place} became ${replacement.replaceAll(/\s+/g, ' ').slice(0, 120)}`,
    )
  },
}

export const strykerPlugins = [declareValuePlugin(PluginKind.Reporter, 'survivors-at-once', reporter)]
