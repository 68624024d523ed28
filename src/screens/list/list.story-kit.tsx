/** What the stories of the lists stand in. */
import type { Decorator } from '@storybook/react-vite'
import { useSelector } from '@xstate/react'
import { Suspense, type ComponentProps } from 'react'
import { styled } from 'styled-components'
import { PAGES } from '@resources/pages'
import { useConsole } from '@features/shared/console.container'
import { StoryConsole } from '@tests/kit/story-console'
import ListScreen from './ListScreen.container'

/** As the router does it: the page stands once the rights are known. */
export function ListPage(props: ComponentProps<typeof ListScreen>) {
  const known = useSelector(useConsole().actors.access, (snapshot) => snapshot.matches('ready'))
  return (
    known && (
      <Suspense fallback={null}>
        <ListScreen {...props} />
      </Suspense>
    )
  )
}

/** @param slug of the resource, e.g. 'users' */
export const listPage = (slug: string) => PAGES.find((one) => one.slug === slug)!

const Frame = styled.main`
  display: grid;
  height: 100vh;
`

/** Who is signed in, where and whether live, tell a story's parameters. */
export const inConsole: Decorator = (Story, { parameters }) => (
  <StoryConsole
    signedInAs={(parameters.signedInAs as string | undefined) ?? 'ADMIN'}
    path={parameters.path as string | undefined}
    isLive={parameters.isLive as boolean | undefined}
  >
    <Frame>
      <Story />
    </Frame>
  </StoryConsole>
)
