ALTER TABLE "manual_deposits" ADD COLUMN "promised_bonus" text;--> statement-breakpoint
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
