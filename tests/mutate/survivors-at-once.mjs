/** A reporter for Stryker: prints each undetected mutation immediately, because a run of the contract takes an hour. */
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
