import { fileURLToPath } from 'node:url'
import { defineConfig } from 'vitest/config'
import { BaseSequencer, type TestSpecification } from 'vitest/node'
import { testsOf } from './targets.ts'

const root = fileURLToPath(new URL('../..', import.meta.url))

/** The first failed test ends a mutation's run, so the quick tests next to the code run before those in `tests`. */
class BesideTheCodeFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const isElsewhere = ({ moduleId }: TestSpecification) => Number(moduleId.startsWith(`${root}tests/`))
    return files.toSorted((a, b) => isElsewhere(a) - isElsewhere(b) || a.moduleId.localeCompare(b.moduleId))
  }
}

/** The tests of one target, which `npm run mutate` names in MUTATE_TARGET. */
export default defineConfig({
  root,
  test: {
    sequence: { sequencer: BesideTheCodeFirst },
    projects: [
      {
        extends: './vite.config.ts',
        root,
        test: {
          name: 'mutate',
          root,
          environment: 'node',
          include: testsOf(process.env.MUTATE_TARGET ?? ''),
          // Stryker itself limits the time of each mutation.
          testTimeout: 600_000,
        },
      },
    ],
  },
})
