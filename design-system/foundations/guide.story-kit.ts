/**
 * The text above a component's page in Storybook.
 * @param what one sentence: its purpose
 * @param does recommended use
 * @param donts what to avoid, and what to use instead
 * @param frame height in pixels of each story's window on the page, for overlays
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
