/**
 * Shown after an error in the console itself, or when code could not be loaded: input is kept as drafts, and a reload
 * starts again. It must work when nothing else does, so it has almost no dependencies and belongs to the first chunk.
 */
import { Component, type ReactNode } from 'react'
import { styled } from 'styled-components'
import { Button } from '@design-system/primitives/Button/Button'
import { space, token, type } from '@design-system/tokens/tokens'
import { endPicture } from './first-picture/end-picture'

const Page = styled.main`
  display: grid;
  place-content: center;
  justify-items: center;
  gap: ${space[12]};
  min-height: 100svh;
  padding: ${space[24]};
  text-align: center;
`
const Title = styled.h1`
  ${type.pageTitle}
`
const Text = styled.p`
  max-width: 420px;
  ${type.cell}
  color: ${token.text.secondary};
`

export class Crashed extends Component<{ children: ReactNode }, { crashed: boolean }> {
  override state = { crashed: false }

  static getDerivedStateFromError() {
    return { crashed: true }
  }

  override componentDidCatch() {
    endPicture()
  }

  override render() {
    if (!this.state.crashed) return this.props.children
    return (
      <Page>
        <Title>The console stopped</Title>
        <Text>
          Something in the console broke, or a part of it could not be loaded. Drafts are kept. Reload the page to go
          on.
        </Text>
        <Button variant="primary" onClick={() => location.reload()}>
          Reload
        </Button>
      </Page>
    )
  }
}
