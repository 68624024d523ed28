/**
 * The words above a component's page in Storybook.
 * @param what one sentence: what it is for
 * @param does what to do with it
 * @param donts what to leave, and what to take instead
 * @param frame height in pixels of the window that each story gets on the page, for what lies over everything else
 * @returns parameters for a story's meta
 */
export const guide = (what: string, does: readonly string[], donts: readonly string[], frame?: number) => ({
  docs: {
    ...(frame === undefined ? {} : { story: { inline: false, height: `${frame}px` } }),
    description: {
      component: [
        what,
        '**Do**',
        does.map((line) => `- ${line}`).join('\n'),
        '**Don’t**',
        donts.map((line) => `- ${line}`).join('\n'),
      ].join('\n\n'),
    },
  },
})
