/** The environment of the stories of single records. */
import type { Decorator } from '@storybook/react-vite'
import { screen } from '@storybook/test'
import { useSelector } from '@xstate/react'
import { useConsole } from '@console/console'
import { games } from '@demo/content/game'
import { withFileIds } from '@demo/files'
import type { DemoRow } from '@demo/rows'
import { selectIsKnown } from '@machines/access/access.view'
import { PAGES } from '@resources/pages'
import { StoryConsole } from '@tests/kit/story-console'
import { resources } from '../list/list.story-kit'
import type { ScreenProps } from '../screen-props'
import RecordScreen from './RecordScreen.container'

/** @param slug of the record's list, for example 'users' */
export const recordPage = (slug: string) => PAGES.find((one) => one.slug === `${slug}-record`)!

/** Ids of different images of the demo's games. */
export const GAME_IMAGES: readonly string[] = [
  ...new Set(
    games.flatMap((row, index) => {
      const { thumbnail } = withFileIds('game', row as DemoRow, index)
      return typeof thumbnail === 'string' ? [thumbnail] : []
    }),
  ),
]

/** Renders the page once the rights are known, as the frame does. */
export function RecordOfPage(props: ScreenProps) {
  const known = useSelector(useConsole().actors.access, selectIsKnown)
  return known && <RecordScreen {...props} resource={resources[props.page.slug.replace(/-record$/, '')]!} />
}

/** Starts an action that is in the menu of the page. */
export async function pressInMenu(
  userEvent: { click: (element: Element) => Promise<void> },
  label: string,
): Promise<void> {
  await userEvent.click(await screen.findByRole('button', { name: /^More for/ }))
  await userEvent.click(await screen.findByRole('menuitem', { name: label }))
}

/** A story's parameters set who is signed in, and whether the socket is connected. @param title of the page */
export const inRecordPage =
  (title: string): Decorator =>
  (Story, { parameters }) => (
    <StoryConsole
      signedInAs={(parameters.signedInAs as string | undefined) ?? 'ADMIN'}
      isLive={parameters.isLive as boolean | undefined}
      path={parameters.path as string | undefined}
    >
      <main style={{ height: '100vh', overflow: 'auto' }}>
        <h1 hidden>{title}</h1>
        <Story />
      </main>
    </StoryConsole>
  )
