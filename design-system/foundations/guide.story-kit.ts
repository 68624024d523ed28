/**
 * The words above a component's page in Storybook.
 * @param what one sentence: what it is for
 * @param does what to do with it
 * @param donts what to leave, and what to take instead
 * @returns parameters for a story's meta
 */
export const guide = (what: string, does: readonly string[], donts: readonly string[]) => ({
  docs: {
    description: {
      component: [what, '**Do**', does.map((line) => `- ${line}`).join('\n'), '**Don’t**', donts.map((line) => `- ${line}`).join('\n')].join('\n\n'),
    },
  },
})
