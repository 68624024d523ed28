ALTER TABLE "discrepancies" ADD COLUMN "correction" text;--> statement-breakpoint
ALTER TABLE "discrepancies" ADD COLUMN "amount" numeric(20, 2);--> statement-breakpoint
-- As before; and a resolution corrects the cash of the user only as it was approved.
CREATE OR REPLACE FUNCTION "keep_discrepancy"() RETURNS trigger LANGUAGE plpgsql SET search_path = public, pg_temp AS $$
BEGIN
	IF (NEW.id, NEW.reference, NEW.rail, NEW.kind, NEW.withdrawal_id, NEW.rail_reference, NEW.expected, NEW.reported, NEW.seen_at, NEW.store_code)
		IS DISTINCT FROM (OLD.id, OLD.reference, OLD.rail, OLD.kind, OLD.withdrawal_id, OLD.rail_reference, OLD.expected, OLD.reported, OLD.seen_at, OLD.store_code)
		OR (OLD.status = 'RESOLVED' AND (NEW.status, NEW.resolution) IS DISTINCT FROM (OLD.status, OLD.resolution))
		OR ((OLD.status, NEW.status) IS DISTINCT FROM ('OPEN', 'RESOLVED')
			AND (NEW.correction, NEW.amount) IS DISTINCT FROM (OLD.correction, OLD.amount)) THEN
		RAISE EXCEPTION 'what was found, and how it was resolved, never changes' USING ERRCODE = '23514', CONSTRAINT = 'discrepancy_immutable';
	END IF;
	IF NEW.status <> OLD.status AND (NEW.correction, NEW.amount) IS DISTINCT FROM (NULL, NULL) AND NOT (NEW.withdrawal_id IS NOT NULL
		AND coalesce((SELECT a.status = 'APPROVED' AND a.amount = NEW.amount AND a.asked->>'correction' = NEW.correction
			FROM approvals a WHERE a.subject_type = 'discrepancy_correction' AND a.subject_id = NEW.id
			ORDER BY a.requested_at DESC, a.id DESC LIMIT 1), false)) THEN
		RAISE EXCEPTION 'a correction needs its approval' USING ERRCODE = '23514', CONSTRAINT = 'discrepancy_correction';
	END IF;
	RETURN NEW;
END $$;
