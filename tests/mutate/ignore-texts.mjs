/**
 * Stryker's plugin that skips code without behaviour: the texts for QA (`description` and `meta`), and the `types` of `setup`,
 * which only the compiler reads.
 */
import { declareValuePlugin, PluginKind } from '@stryker-mutator/api/plugin'

const REASONS = new Map([
  ['description', 'Words for QA, not behaviour.'],
  ['meta', 'Words for QA, not behaviour.'],
  ['types', 'Types for the compiler, not behaviour.'],
])

export const strykerPlugins = [
  declareValuePlugin(PluginKind.Ignore, 'texts', {
    shouldIgnore: (path) => (path.isObjectProperty() ? REASONS.get(path.node.key.name) : undefined),
  }),
]
