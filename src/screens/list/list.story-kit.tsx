/** The environment of the lists' stories. */
import type { Decorator } from '@storybook/react-vite'
import { useEffect } from 'react'
import { useSelector } from '@xstate/react'
import { styled } from 'styled-components'
import type { Draft } from '@ports/drafts'
import { recordActions } from '@resources/record-actions'
import { loadResource } from '@resources/load'
import type { Resource, Row } from '@resources/resource'
import { PAGES } from '@resources/pages'
import { useConsole } from '@console/console'
import { selectIsKnown } from '@machines/access/access.view'
import { StoryConsole } from '@tests/kit/story-console'
import type { ScreenProps } from '../screen-props'
import ListScreen from './ListScreen.container'

/** The resource of every list, by the slug of its page. */
export const resources: Readonly<Record<string, Resource<Row>>> = Object.fromEntries(
  await Promise.all(
    PAGES.filter(({ screen }) => screen === 'list').map(
      async ({ slug, resource }) => [slug, await loadResource(resource)] as const,
    ),
  ),
)

/** Like the frame: the page renders once the rights are known. */
export function ListPage(props: ScreenProps) {
  const known = useSelector(useConsole().actors.access, selectIsKnown)
  return known && <ListScreen {...props} resource={resources[props.page.slug]!} />
}

/** Reports that an action removed each record from the list, as for a record that no longer matches the list's scope. */
export function RowsLeave({ slug }: { slug: keyof typeof resources }) {
  const { activity, actors } = useConsole()
  const known = useSelector(actors.access, selectIsKnown)
  useEffect(() => {
    if (known) activity().define({ ...recordActions(resources[slug]!), holds: () => false })
  }, [known, activity, slug])
  return null
}

/** @param slug of the resource, e.g. 'users' */
export const listPage = (slug: string) => PAGES.find((one) => one.slug === slug)!

const Frame = styled.main`
  display: grid;
  height: 100vh;
`

/** A story's parameters define the signed-in person, the address, whether it is live, and the draft. */
export const inConsole: Decorator = (Story, { parameters }) => (
  <StoryConsole
    signedInAs={(parameters.signedInAs as string | undefined) ?? 'ADMIN'}
    path={parameters.path as string | undefined}
    isLive={parameters.isLive as boolean | undefined}
    draft={parameters.draft as Draft | undefined}
    checkPatienceMs={parameters.checkPatienceMs as number | undefined}
  >
    <Frame>
      <Story />
    </Frame>
  </StoryConsole>
)
