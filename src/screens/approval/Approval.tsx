/** One approval: what is requested, who has decided, and the decision. */
import type { ReactNode } from 'react'
import { APPROVAL_POLICIES } from '@contract/entities/approval'
import { TextLink } from '@design-system/primitives/TextLink/TextLink'
import { Link } from '@features/shared/Link'
import { Canvas } from '../page.styles'
import { Card, CardHead, CardTitle, Grid } from '../home/Home.styles'
import { ApprovalFacts, ApprovalPill, type ApprovalFactsProps } from './ApprovalFacts'

export interface ApprovalViewProps extends ApprovalFactsProps {
  /** The decision, or why there is none. */
  children: ReactNode
}

export function ApprovalView({ approval, recordPath, children }: ApprovalViewProps) {
  return (
    <Canvas>
      <Grid>
        <Card aria-labelledby="approval">
          <CardHead>
            <CardTitle id="approval">
              {APPROVAL_POLICIES[approval.policy]}: <bdi>{approval.title}</bdi>
            </CardTitle>
            <ApprovalPill status={approval.status} />
          </CardHead>
          <ApprovalFacts approval={approval} recordPath={recordPath} />
        </Card>
        <Card aria-labelledby="approval-decision">
          <CardHead>
            <CardTitle id="approval-decision">Decision</CardTitle>
            <TextLink as={Link} to="/">
              My queue
            </TextLink>
          </CardHead>
          {children}
        </Card>
      </Grid>
    </Canvas>
  )
}
