/**
 * The page that the server sends until its database is open. It is only markup (build/pages.ts): the script of the page writes how far the
 * start is into the marked parts (src/app/first-picture/in-page.ts), and loads the console when the server is ready.
 */
import { Progress } from '@design-system/components/Progress/Progress'
import { Mark } from '@design-system/primitives/Mark/Mark'
import { Arcs } from '../login/Arcs'
import { Brand, Column, Footer, Lead, Main, Ornament, Page, Side, Title } from '../login/Login.styles'
import { Lost } from './Starting.styles'

interface Props {
  /** Version of the console. */
  version: string
  /** What is being done, and its share of the whole in per cent; left out while it is unknown. */
  progress?: { step: string; percent: number }
  /** The server does not answer. */
  lost?: boolean
}

export function Starting({ version, progress, lost = false }: Props) {
  return (
    <Page>
      <Main id="content">
        <Brand>
          <Mark />
          Pitboss
        </Brand>
        <Column>
          <Title>STARTING</Title>
          <Lead>
            The server prepares its database. The first time this can take a minute; this page then shows the sign-in.
          </Lead>
          <Progress
            label="Preparing"
            value={progress?.percent}
            numbers={<span data-part="numbers">{progress && `${progress.percent} %`}</span>}
            detail={<output data-part="step">{progress?.step}</output>}
          />
          <Lost data-part="lost" role="alert" hidden={!lost}>
            The server does not answer. If it was stopped, start it again: this page goes on by itself.
          </Lost>
        </Column>
      </Main>
      <Side>
        <Ornament>
          <Arcs />
        </Ornament>
      </Side>
      <Footer>Pitboss {version}</Footer>
    </Page>
  )
}
