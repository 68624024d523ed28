ALTER TABLE "withdrawals" ADD COLUMN "proof_ids" uuid[] DEFAULT '{}' NOT NULL;--> statement-breakpoint
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
