// `export * from` and `export {…} from` make Storybook's build emit invalid syntax; destructuring works everywhere.
import * as t from 'storybook/test'
export const {
  clearAllMocks,
  configure,
  expect,
  fireEvent,
  fn,
  isMockFunction,
  mocked,
  resetAllMocks,
  restoreAllMocks,
  screen,
  spyOn,
  userEvent,
  waitFor,
  waitForElementToBeRemoved,
  within,
} = t
