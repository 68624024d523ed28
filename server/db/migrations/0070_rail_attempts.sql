CREATE TABLE "rail_attempts" (
	"id" uuid PRIMARY KEY NOT NULL,
	"order_type" text NOT NULL,
	"order_id" uuid NOT NULL,
	"store_code" text,
	"number" integer NOT NULL,
	"reference" text NOT NULL,
	"rail" text NOT NULL,
	"amount" numeric(20, 2),
	"unit" text NOT NULL,
	"state" text DEFAULT 'QUEUED' NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	"started_at" timestamp (3) with time zone,
	"done_at" timestamp (3) with time zone,
	"external_ref" text,
	"message" text,
	"stated_on" date
);
--> statement-breakpoint
CREATE UNIQUE INDEX "rail_attempts_number" ON "rail_attempts" USING btree ("order_type","order_id","number");--> statement-breakpoint
CREATE UNIQUE INDEX "rail_attempts_reference" ON "rail_attempts" USING btree ("reference");--> statement-breakpoint
CREATE UNIQUE INDEX "rail_attempts_one" ON "rail_attempts" USING btree ("order_type","order_id") WHERE state in ('QUEUED', 'SENDING', 'ACCEPTED', 'UNKNOWN');--> statement-breakpoint
CREATE INDEX "rail_attempts_open" ON "rail_attempts" USING btree ("state") WHERE state in ('SENDING', 'ACCEPTED', 'UNKNOWN');--> statement-breakpoint
CREATE INDEX "rail_attempts_unstated" ON "rail_attempts" USING btree ("rail") WHERE state = 'DONE' and stated_on is null;
--> statement-breakpoint
INSERT INTO "rail_attempts" ("id", "order_type", "order_id", "store_code", "number", "reference", "rail", "amount", "unit", "state", "created_at",
	"started_at", "done_at", "external_ref", "message", "stated_on")
SELECT a.id, 'withdrawal', w.id, w.store_code, a.number, a.reference, a.rail, w.net_amount, u.currency,
	CASE WHEN a.state = 'PAID' THEN 'DONE' ELSE a.state END, a.created_at, a.started_at, CASE WHEN a.state = 'PAID' THEN w.paid_at END,
	a.external_ref, a.message, a.stated_on
FROM payout_attempts a JOIN withdrawals w ON w.id = a.withdrawal_id JOIN users u ON u.id = w.user_id;
--> statement-breakpoint
UPDATE "outbox" SET topic = CASE topic WHEN 'payout' THEN 'railCall' ELSE 'railLookup' END WHERE topic IN ('payout', 'payoutLookup');
--> statement-breakpoint
CREATE OR REPLACE FUNCTION "keep_withdrawal"() RETURNS trigger LANGUAGE plpgsql SET search_path = public, pg_temp AS $$
DECLARE
	allowed boolean;
BEGIN
	IF (NEW.id, NEW.reference, NEW.user_id, NEW.payment_method_id, NEW.amount, NEW.fee, NEW.net_amount, NEW.payee, NEW.destination,
			NEW.source, NEW.requested_at, NEW.rail, NEW.store_code, NEW.payout_sealed, NEW.payout_fingerprint)
		IS DISTINCT FROM (OLD.id, OLD.reference, OLD.user_id, OLD.payment_method_id, OLD.amount, OLD.fee, OLD.net_amount, OLD.payee, OLD.destination,
			OLD.source, OLD.requested_at, OLD.rail, OLD.store_code, OLD.payout_sealed, OLD.payout_fingerprint) THEN
		RAISE EXCEPTION 'what was requested of a withdrawal never changes' USING ERRCODE = '23514', CONSTRAINT = 'withdrawal_immutable';
	END IF;
	IF OLD.status = NEW.status THEN RETURN NEW; END IF;
	allowed := CASE OLD.status || ' ' || NEW.status
		WHEN 'PENDING ON_HOLD' THEN true
		WHEN 'PENDING REJECTED' THEN true
		WHEN 'PENDING CANCELLED' THEN true
		WHEN 'ON_HOLD PENDING' THEN true
		WHEN 'ON_HOLD REJECTED' THEN true
		WHEN 'ON_HOLD CANCELLED' THEN true
		-- The last approval counts: what was put on hold is approved again.
		WHEN 'PENDING APPROVED' THEN coalesce((SELECT a.status = 'APPROVED' AND a.amount = NEW.amount
				AND (a.policy = 'WITHDRAWAL_WITH_WARNING' OR NOT coalesce(NEW.decided_checks, '[]') @? '$[*] ? (@.result != "PASS")')
				AND a.requested_at >= coalesce(NEW.resumed_at, NEW.requested_at)
			FROM approvals a WHERE a.subject_type = 'manual_withdrawal' AND a.subject_id = NEW.id ORDER BY a.requested_at DESC, a.id DESC LIMIT 1), false)
		WHEN 'APPROVED ON_HOLD' THEN true
		WHEN 'APPROVED REJECTED' THEN true
		WHEN 'APPROVED COMPLETED' THEN NEW.rail IS NULL
		WHEN 'APPROVED PROCESSING' THEN NEW.rail IS NOT NULL
		WHEN 'PROCESSING APPROVED' THEN true
		WHEN 'PROCESSING COMPLETED' THEN true
		WHEN 'PROCESSING FAILED' THEN true
		WHEN 'PROCESSING UNKNOWN' THEN true
		WHEN 'UNKNOWN PROCESSING' THEN true
		WHEN 'UNKNOWN COMPLETED' THEN true
		WHEN 'UNKNOWN FAILED' THEN true
		WHEN 'FAILED APPROVED' THEN true
		WHEN 'FAILED REJECTED' THEN true
		ELSE false END;
	IF NOT allowed THEN
		RAISE EXCEPTION 'a withdrawal does not change from % to %', OLD.status, NEW.status
			USING ERRCODE = '23514', CONSTRAINT = 'withdrawal_status';
	END IF;
	-- While a rail may be paying, no decision gives the money away.
	IF NEW.status IN ('REJECTED', 'ON_HOLD', 'CANCELLED') AND EXISTS (SELECT FROM rail_attempts a
			WHERE a.order_type = 'withdrawal' AND a.order_id = NEW.id AND a.state IN ('SENDING', 'ACCEPTED', 'UNKNOWN')) THEN
		RAISE EXCEPTION 'a payment of this withdrawal is under way' USING ERRCODE = '23514', CONSTRAINT = 'withdrawal_under_way';
	END IF;
	RETURN NEW;
END
$$;
