/** Name of the file with the database of the stories, at the root of Storybook: a gzipped tar. */
export const STORY_DATABASE = 'story-database.bin'
