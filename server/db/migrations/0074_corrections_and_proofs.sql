ALTER TABLE "discrepancies" ADD COLUMN "correction" text;--> statement-breakpoint
ALTER TABLE "discrepancies" ADD COLUMN "amount" numeric(20, 2);--> statement-breakpoint
ALTER TABLE "manual_deposits" ADD COLUMN "promised_bonus" text;--> statement-breakpoint
ALTER TABLE "withdrawals" ADD COLUMN "proof_ids" uuid[] DEFAULT '{}' NOT NULL;
--> statement-breakpoint
-- The proof of a payment comes with it: it shows that staff have paid, and never changes.
CREATE FUNCTION "keep_payment_proof"() RETURNS trigger LANGUAGE plpgsql SET search_path = public, pg_temp AS $$
BEGIN
	IF NOT (OLD.status = 'APPROVED' AND NEW.status = 'COMPLETED' AND NEW.rail IS NULL) THEN
		RAISE EXCEPTION 'the proof of a payment comes with it, and never changes' USING ERRCODE = '23514', CONSTRAINT = 'withdrawal_proof';
	END IF;
	RETURN NEW;
END
$$;
--> statement-breakpoint
CREATE TRIGGER "withdrawals_proof" BEFORE UPDATE ON "withdrawals" FOR EACH ROW
	WHEN (NEW.proof_ids IS DISTINCT FROM OLD.proof_ids) EXECUTE FUNCTION "keep_payment_proof"();
--> statement-breakpoint
-- As before; and a resolution corrects the cash of the user only as it was approved.
CREATE OR REPLACE FUNCTION "keep_discrepancy"() RETURNS trigger LANGUAGE plpgsql SET search_path = public, pg_temp AS $$
BEGIN
	IF (NEW.id, NEW.reference, NEW.rail, NEW.kind, NEW.withdrawal_id, NEW.load_id, NEW.redeem_id, NEW.rail_reference, NEW.expected, NEW.reported, NEW.seen_at, NEW.store_code)
		IS DISTINCT FROM (OLD.id, OLD.reference, OLD.rail, OLD.kind, OLD.withdrawal_id, OLD.load_id, OLD.redeem_id, OLD.rail_reference, OLD.expected, OLD.reported, OLD.seen_at, OLD.store_code)
		OR (OLD.status = 'RESOLVED' AND (NEW.status, NEW.resolution) IS DISTINCT FROM (OLD.status, OLD.resolution))
		OR ((OLD.status, NEW.status) IS DISTINCT FROM ('OPEN', 'RESOLVED')
			AND (NEW.correction, NEW.amount) IS DISTINCT FROM (OLD.correction, OLD.amount)) THEN
		RAISE EXCEPTION 'what was found, and how it was resolved, never changes' USING ERRCODE = '23514', CONSTRAINT = 'discrepancy_immutable';
	END IF;
	IF NEW.status <> OLD.status AND (NEW.correction, NEW.amount) IS DISTINCT FROM (NULL, NULL) AND NOT (coalesce(NEW.withdrawal_id, NEW.load_id, NEW.redeem_id) IS NOT NULL
		AND coalesce((SELECT a.status = 'APPROVED' AND a.amount = NEW.amount AND a.asked->>'correction' = NEW.correction
			FROM approvals a WHERE a.subject_type = 'discrepancy_correction' AND a.subject_id = NEW.id
			ORDER BY a.requested_at DESC, a.id DESC LIMIT 1), false)) THEN
		RAISE EXCEPTION 'a correction needs its approval' USING ERRCODE = '23514', CONSTRAINT = 'discrepancy_correction';
	END IF;
	RETURN NEW;
END $$;
--> statement-breakpoint
-- Nothing is credited to an account that is suspended, self-excluded or closed: the money is sent back.
CREATE FUNCTION "check_deposit_account"() RETURNS trigger LANGUAGE plpgsql SET search_path = public, pg_temp AS $$
BEGIN
	IF EXISTS (SELECT FROM users u WHERE u.id = NEW.user_id AND u.account_status IN ('SUSPENDED', 'SELF_EXCLUDED', 'CLOSED')) THEN
		RAISE EXCEPTION 'the account of a deposit takes no money' USING ERRCODE = '23514', CONSTRAINT = 'manual_deposit_account';
	END IF;
	RETURN NEW;
END
$$;
--> statement-breakpoint
CREATE TRIGGER "manual_deposits_account" BEFORE UPDATE ON "manual_deposits" FOR EACH ROW
	WHEN (OLD.status = 'PENDING' AND NEW.status = 'COMPLETED') EXECUTE FUNCTION "check_deposit_account"();
