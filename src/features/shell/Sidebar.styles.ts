/** The frame of the sidebar: head, the scrolling tree, foot. */
import styled from 'styled-components'
import { focusRingInset, media, radius, space, token, type } from '@design-system/tokens/tokens'
import { PageLink } from './PageLink'

export const Frame = styled.nav`
  display: flex;
  flex-direction: column;
  min-height: 0;
  border-right: 1px solid ${token.border.base};
  background: ${token.surface.sidebar};
`

export const Head = styled.div`
  display: flex;
  flex: none;
  align-items: center;
  justify-content: space-between;
  height: 56px;
  padding: 0 ${space[10]} 0 ${space[12]};
  &[data-collapsed] {
    justify-content: center;
    padding-inline: ${space[6]};
  }
`

/** The logo, which links to Home (spec 2, Sidebar). */
export const Home = styled(PageLink)`
  display: flex;
  align-items: center;
  gap: ${space[10]};
  padding: ${space[4]} ${space[6]};
  border-radius: ${radius.control};
  color: ${token.text.primary};
  ${type.pageTitle}
  font-size: 1rem;
  text-decoration: none;
  ${focusRingInset}
`

export const Scroller = styled.div`
  flex: 1;
  min-height: 0;
  padding: ${space[4]} 11px ${space[24]} ${space[12]};
  overflow-y: auto;
  overscroll-behavior: contain;
  scrollbar-width: thin;
  scrollbar-color: ${token.border.base} transparent;
  &[data-collapsed] {
    padding-inline: ${space[8]} 7px;
    scrollbar-width: none;
  }
  ${media.forcedColors} {
    scrollbar-color: auto;
  }
`

export const Tree = styled.div`
  display: grid;
  gap: ${space[8]};
`

export const Foot = styled.div`
  display: flex;
  flex: none;
  align-items: center;
  justify-content: flex-end;
  gap: ${space[2]};
  min-height: 44px;
  padding-inline: ${space[16]} ${space[10]};
  border-top: 1px solid ${token.border.base};
  > :first-child {
    margin-right: auto;
  }
  &[data-collapsed] {
    flex-wrap: wrap;
    justify-content: center;
    gap: ${space[2]} ${space[4]};
    padding: ${space[8]} ${space[4]};
    > :first-child {
      justify-content: center;
      width: 100%;
    }
  }
`

/** Placeholder lines of the menu, in its real heights. */
export const Bones = styled.div`
  display: grid;
  gap: ${space[20]};
  padding: ${space[10]} ${space[8]};
  &[data-collapsed] {
    gap: ${space[24]};
    justify-items: center;
  }
  /* On the sidebar's grey, the usual grey of placeholders would be invisible. */
  div > span {
    background: ${token.border.base};
  }
`

export const Bone = styled.div`
  display: flex;
  align-items: center;
  gap: ${space[10]};
  [data-collapsed] > & {
    flex-direction: column;
    gap: ${space[6]};
  }
`
