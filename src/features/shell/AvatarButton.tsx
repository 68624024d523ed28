import { ChevronDown } from 'lucide-react'
import type { ComponentPropsWithRef } from 'react'
import styled from 'styled-components'
import { Avatar } from '@design-system/primitives/Avatar/Avatar'
import { Icon } from '@design-system/primitives/Icon/Icon'
import { Skeleton } from '@design-system/primitives/Skeleton/Skeleton'
import { VisuallyHidden, visuallyHidden } from '@design-system/primitives/VisuallyHidden/VisuallyHidden'
import { focusRing, media, motion, radius, space, token, type } from '@design-system/tokens/tokens'
import type { Person } from './person'

const Box = styled.button`
  position: relative;
  display: flex;
  align-items: center;
  gap: ${space[8]};
  height: 40px;
  padding: 0 ${space[8]} 0 ${space[4]};
  border-radius: ${radius.control};
  color: ${token.text.primary};
  ${type.nav}
  transition: background-color ${motion.hover};
  ${focusRing}
  &:hover,
  &[aria-expanded='true'] {
    background: ${token.surface.hover};
    --avatar-ground: ${token.surface.hover};
  }
  ${media.belowMedium} {
    padding-right: ${space[4]};
  }
`

/** Below 1024 the bar does not show the username (look.md, section 4); it remains available to screen readers. */
const Name = styled.span`
  display: flex;
  align-items: center;
  gap: ${space[8]};
  ${media.belowMedium} {
    ${visuallyHidden}
  }
`

const Short = styled.span`
  max-width: 18ch;
  overflow: hidden;
  text-overflow: ellipsis;
  white-space: nowrap;
`

const Bones = styled.div`
  display: flex;
  align-items: center;
  gap: ${space[8]};
  height: 40px;
  padding-inline: ${space[4]} ${space[8]};
  ${type.nav}
  ${media.belowMedium} {
    padding-right: ${space[4]};
  }
`
const Hidden = styled.span`
  display: grid;
  visibility: hidden;
`

interface Props extends Omit<ComponentPropsWithRef<'button'>, 'children'> {
  person: Person
}

/**
 * Avatar, online dot and username: the button that opens the avatar menu (spec 2, Top bar). All other props are passed
 * to the button.
 */
export function AvatarButton({ person: { username, avatar, online }, ...rest }: Props) {
  return (
    <Box {...rest} type="button">
      <Avatar name={username} src={avatar} presence={online ? 'online' : 'offline'} />{' '}
      <Name>
        <Short>{username}</Short>
        <Icon icon={ChevronDown} size="pill" />
      </Name>{' '}
      <VisuallyHidden>Account menu</VisuallyHidden>
    </Box>
  )
}

/** As wide as the name that it stands for. */
const NameBone = styled.span`
  position: relative;
  > :first-child {
    display: block;
    visibility: hidden;
  }
  > :last-child {
    position: absolute;
    inset-block-start: calc(50% - 5px);
    inset-inline: 0;
  }
`

/**
 * Placeholder while the profile loads, as wide as the button, so that nothing beside it moves.
 * @param username from the session; null while it is unknown
 */
export function AvatarBones({ username }: { username: string | null }) {
  return (
    <Bones>
      <VisuallyHidden as="output">Loading your profile</VisuallyHidden>
      <Skeleton width={32} height={32} round />
      <Name aria-hidden>
        <NameBone>
          <Short>{username ?? '—'.repeat(6)}</Short>
          <Skeleton width="100%" height={10} />
        </NameBone>
        <Hidden>
          <Icon icon={ChevronDown} size="pill" />
        </Hidden>
      </Name>
    </Bones>
  )
}
