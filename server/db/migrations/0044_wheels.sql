CREATE TABLE "daily_spins" (
	"id" uuid PRIMARY KEY NOT NULL,
	"user_id" uuid NOT NULL,
	"wheel_id" uuid NOT NULL,
	"wheel_version" integer NOT NULL,
	"segment" text NOT NULL,
	"reward_type" text NOT NULL,
	"reward_value" numeric(20, 2) NOT NULL,
	"cost" numeric(20, 2) NOT NULL,
	"is_free" boolean DEFAULT false NOT NULL,
	"status" text DEFAULT 'CREDITED' NOT NULL,
	"void_reason" text,
	"spun_at" timestamp (3) with time zone NOT NULL,
	"streak_day" integer NOT NULL,
	"device" text NOT NULL,
	"device_use" text DEFAULT 'FIRST' NOT NULL,
	"ip" text,
	"store_code" text,
	"created_by" uuid,
	"created_at" timestamp (3) with time zone NOT NULL,
	"updated_at" timestamp (3) with time zone NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"business_day" date,
	"requested_reason" text
);
--> statement-breakpoint
CREATE TABLE "fortune_wheels" (
	"id" uuid PRIMARY KEY NOT NULL,
	"name" text NOT NULL,
	"kind" text NOT NULL,
	"spin_cost" numeric(20, 2) NOT NULL,
	"spins_per_day" integer NOT NULL,
	"expected_spins_per_day" integer NOT NULL,
	"budget_per_day" numeric(20, 2) NOT NULL,
	"level_ids" uuid[] DEFAULT '{}' NOT NULL,
	"segments" jsonb DEFAULT '[]' NOT NULL,
	"wagering_multiplier" numeric(30, 1),
	"expiry_days" integer,
	"terms" text,
	"starts_at" timestamp (3) with time zone,
	"ends_at" timestamp (3) with time zone,
	"activated_at" timestamp (3) with time zone,
	"paused_at" timestamp (3) with time zone,
	"ended_at" timestamp (3) with time zone,
	"requested_at" timestamp (3) with time zone,
	"version_no" integer DEFAULT 1 NOT NULL,
	"search_text" text GENERATED ALWAYS AS (fold(coalesce(name, ''))) STORED NOT NULL,
	"store_code" text,
	"created_by" uuid,
	"created_at" timestamp (3) with time zone NOT NULL,
	"updated_at" timestamp (3) with time zone NOT NULL,
	"version" integer DEFAULT 1 NOT NULL
);
--> statement-breakpoint
CREATE TABLE "wheel_days" (
	"wheel_id" uuid NOT NULL,
	"day" date NOT NULL,
	"spins" integer DEFAULT 0 NOT NULL,
	"cost" numeric(20, 2) DEFAULT '0' NOT NULL,
	"hits" jsonb DEFAULT '{}'::jsonb NOT NULL,
	CONSTRAINT "wheel_days_wheel_id_day_pk" PRIMARY KEY("wheel_id","day")
);
--> statement-breakpoint
CREATE TABLE "skill_spins" (
	"id" uuid PRIMARY KEY NOT NULL,
	"user_id" uuid NOT NULL,
	"wheel_id" uuid NOT NULL,
	"wheel_version" integer NOT NULL,
	"segment" text NOT NULL,
	"reward_type" text NOT NULL,
	"reward_value" numeric(20, 2) NOT NULL,
	"cost" numeric(20, 2) NOT NULL,
	"is_free" boolean DEFAULT false NOT NULL,
	"status" text DEFAULT 'CREDITED' NOT NULL,
	"void_reason" text,
	"round_id" text NOT NULL,
	"score" integer NOT NULL,
	"played_at" timestamp (3) with time zone NOT NULL,
	"seed" text,
	"result_hash" text,
	"duration_ms" integer,
	"moves" integer,
	"search_text" text GENERATED ALWAYS AS (fold(coalesce(round_id, ''))) STORED NOT NULL,
	"store_code" text,
	"created_by" uuid,
	"created_at" timestamp (3) with time zone NOT NULL,
	"updated_at" timestamp (3) with time zone NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"business_day" date,
	"requested_reason" text
);
--> statement-breakpoint
ALTER TABLE "daily_spins" ADD CONSTRAINT "daily_spins_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "daily_spins" ADD CONSTRAINT "daily_spins_wheel_id_fortune_wheels_id_fk" FOREIGN KEY ("wheel_id") REFERENCES "public"."fortune_wheels"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "wheel_days" ADD CONSTRAINT "wheel_days_wheel_id_fortune_wheels_id_fk" FOREIGN KEY ("wheel_id") REFERENCES "public"."fortune_wheels"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "skill_spins" ADD CONSTRAINT "skill_spins_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "skill_spins" ADD CONSTRAINT "skill_spins_wheel_id_fortune_wheels_id_fk" FOREIGN KEY ("wheel_id") REFERENCES "public"."fortune_wheels"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "daily_spins_spun_at" ON "daily_spins" USING btree ("spun_at","id");--> statement-breakpoint
CREATE INDEX "daily_spins_store_code_spun_at" ON "daily_spins" USING btree ("store_code","spun_at","id");--> statement-breakpoint
CREATE INDEX "daily_spins_user_id_spun_at" ON "daily_spins" USING btree ("user_id","spun_at","id");--> statement-breakpoint
CREATE INDEX "daily_spins_store_code_user_id_spun_at" ON "daily_spins" USING btree ("store_code","user_id","spun_at","id");--> statement-breakpoint
CREATE INDEX "daily_spins_wheel_id_spun_at" ON "daily_spins" USING btree ("wheel_id","spun_at","id");--> statement-breakpoint
CREATE INDEX "daily_spins_store_code_wheel_id_spun_at" ON "daily_spins" USING btree ("store_code","wheel_id","spun_at","id");--> statement-breakpoint
CREATE INDEX "daily_spins_reward_type_spun_at" ON "daily_spins" USING btree ("reward_type","spun_at","id");--> statement-breakpoint
CREATE INDEX "daily_spins_store_code_reward_type_spun_at" ON "daily_spins" USING btree ("store_code","reward_type","spun_at","id");--> statement-breakpoint
CREATE INDEX "daily_spins_status_spun_at" ON "daily_spins" USING btree ("status","spun_at","id");--> statement-breakpoint
CREATE INDEX "daily_spins_store_code_status_spun_at" ON "daily_spins" USING btree ("store_code","status","spun_at","id");--> statement-breakpoint
CREATE INDEX "daily_spins_device_spun_at" ON "daily_spins" USING btree ("device","spun_at","id");--> statement-breakpoint
CREATE INDEX "daily_spins_store_code_device_spun_at" ON "daily_spins" USING btree ("store_code","device","spun_at","id");--> statement-breakpoint
CREATE INDEX "daily_spins_device_use_spun_at" ON "daily_spins" USING btree ("device_use","spun_at","id");--> statement-breakpoint
CREATE INDEX "daily_spins_store_code_device_use_spun_at" ON "daily_spins" USING btree ("store_code","device_use","spun_at","id");--> statement-breakpoint
CREATE INDEX "daily_spins_user_id_wheel_id_spun_at" ON "daily_spins" USING btree ("user_id","wheel_id","spun_at","id");--> statement-breakpoint
CREATE INDEX "daily_spins_store_code_user_id_wheel_id_spun_at" ON "daily_spins" USING btree ("store_code","user_id","wheel_id","spun_at","id");--> statement-breakpoint
CREATE INDEX "daily_spins_user_id_reward_type_spun_at" ON "daily_spins" USING btree ("user_id","reward_type","spun_at","id");--> statement-breakpoint
CREATE INDEX "daily_spins_store_code_user_id_reward_type_spun_at" ON "daily_spins" USING btree ("store_code","user_id","reward_type","spun_at","id");--> statement-breakpoint
CREATE INDEX "daily_spins_user_id_status_spun_at" ON "daily_spins" USING btree ("user_id","status","spun_at","id");--> statement-breakpoint
CREATE INDEX "daily_spins_store_code_user_id_status_spun_at" ON "daily_spins" USING btree ("store_code","user_id","status","spun_at","id");--> statement-breakpoint
CREATE INDEX "daily_spins_user_id_device_spun_at" ON "daily_spins" USING btree ("user_id","device","spun_at","id");--> statement-breakpoint
CREATE INDEX "daily_spins_store_code_user_id_device_spun_at" ON "daily_spins" USING btree ("store_code","user_id","device","spun_at","id");--> statement-breakpoint
CREATE INDEX "daily_spins_user_id_device_use_spun_at" ON "daily_spins" USING btree ("user_id","device_use","spun_at","id");--> statement-breakpoint
CREATE INDEX "daily_spins_store_code_user_id_device_use_spun_at" ON "daily_spins" USING btree ("store_code","user_id","device_use","spun_at","id");--> statement-breakpoint
CREATE INDEX "daily_spins_user_day" ON "daily_spins" USING btree ("user_id","business_day");--> statement-breakpoint
CREATE INDEX "daily_spins_device_day" ON "daily_spins" USING btree ("device","business_day");--> statement-breakpoint
CREATE UNIQUE INDEX "fortune_wheels_name_unique" ON "fortune_wheels" USING btree ("store_code",lower("name"));--> statement-breakpoint
CREATE INDEX "fortune_wheels_search" ON "fortune_wheels" USING gin ("search_text" gin_trgm_ops);--> statement-breakpoint
CREATE UNIQUE INDEX "skill_spins_round_id_unique" ON "skill_spins" USING btree ("store_code",lower("round_id"));--> statement-breakpoint
CREATE INDEX "skill_spins_played_at" ON "skill_spins" USING btree ("played_at","id");--> statement-breakpoint
CREATE INDEX "skill_spins_store_code_played_at" ON "skill_spins" USING btree ("store_code","played_at","id");--> statement-breakpoint
CREATE INDEX "skill_spins_user_id_played_at" ON "skill_spins" USING btree ("user_id","played_at","id");--> statement-breakpoint
CREATE INDEX "skill_spins_store_code_user_id_played_at" ON "skill_spins" USING btree ("store_code","user_id","played_at","id");--> statement-breakpoint
CREATE INDEX "skill_spins_wheel_id_played_at" ON "skill_spins" USING btree ("wheel_id","played_at","id");--> statement-breakpoint
CREATE INDEX "skill_spins_store_code_wheel_id_played_at" ON "skill_spins" USING btree ("store_code","wheel_id","played_at","id");--> statement-breakpoint
CREATE INDEX "skill_spins_reward_type_played_at" ON "skill_spins" USING btree ("reward_type","played_at","id");--> statement-breakpoint
CREATE INDEX "skill_spins_store_code_reward_type_played_at" ON "skill_spins" USING btree ("store_code","reward_type","played_at","id");--> statement-breakpoint
CREATE INDEX "skill_spins_status_played_at" ON "skill_spins" USING btree ("status","played_at","id");--> statement-breakpoint
CREATE INDEX "skill_spins_store_code_status_played_at" ON "skill_spins" USING btree ("store_code","status","played_at","id");--> statement-breakpoint
CREATE INDEX "skill_spins_user_id_wheel_id_played_at" ON "skill_spins" USING btree ("user_id","wheel_id","played_at","id");--> statement-breakpoint
CREATE INDEX "skill_spins_store_code_user_id_wheel_id_played_at" ON "skill_spins" USING btree ("store_code","user_id","wheel_id","played_at","id");--> statement-breakpoint
CREATE INDEX "skill_spins_user_id_reward_type_played_at" ON "skill_spins" USING btree ("user_id","reward_type","played_at","id");--> statement-breakpoint
CREATE INDEX "skill_spins_store_code_user_id_reward_type_played_at" ON "skill_spins" USING btree ("store_code","user_id","reward_type","played_at","id");--> statement-breakpoint
CREATE INDEX "skill_spins_user_id_status_played_at" ON "skill_spins" USING btree ("user_id","status","played_at","id");--> statement-breakpoint
CREATE INDEX "skill_spins_store_code_user_id_status_played_at" ON "skill_spins" USING btree ("store_code","user_id","status","played_at","id");--> statement-breakpoint
CREATE INDEX "skill_spins_search" ON "skill_spins" USING gin ("search_text" gin_trgm_ops);--> statement-breakpoint
CREATE INDEX "skill_spins_user_day" ON "skill_spins" USING btree ("user_id","business_day");
--> statement-breakpoint
CREATE TRIGGER "fortune_wheels_activation" BEFORE UPDATE ON "fortune_wheels" FOR EACH ROW EXECUTE FUNCTION "keep_activation"('fortuneWheel_activation');
--> statement-breakpoint
-- What was drawn never changes, and a spin is voided once, with an approval. The argument is the subject_type of its approvals.
CREATE FUNCTION "keep_spin"() RETURNS trigger LANGUAGE plpgsql SET search_path = public, pg_temp AS $$
DECLARE
	beside text[] := '{status,business_day,requested_reason,void_reason,search_text,version,updated_at}';
BEGIN
	IF to_jsonb(NEW) - beside <> to_jsonb(OLD) - beside THEN
		RAISE EXCEPTION 'what was drawn never changes' USING ERRCODE = '23514', CONSTRAINT = 'spin_immutable';
	END IF;
	IF OLD.status <> NEW.status AND NOT (OLD.status = 'CREDITED' AND NEW.status = 'VOID' AND EXISTS (SELECT FROM approvals a
		WHERE a.subject_type = TG_ARGV[0] AND a.subject_id = NEW.id AND a.status = 'APPROVED')) THEN
		RAISE EXCEPTION 'a spin does not change from % to %', OLD.status, NEW.status USING ERRCODE = '23514', CONSTRAINT = 'spin_status';
	END IF;
	RETURN NEW;
END
$$;
--> statement-breakpoint
CREATE TRIGGER "daily_spins_change" BEFORE UPDATE ON "daily_spins" FOR EACH ROW EXECUTE FUNCTION "keep_spin"('daily_spin_void');
--> statement-breakpoint
CREATE TRIGGER "daily_spins_kept" BEFORE DELETE ON "daily_spins" FOR EACH ROW EXECUTE FUNCTION "refuse_approval_change"();
--> statement-breakpoint
CREATE TRIGGER "skill_spins_change" BEFORE UPDATE ON "skill_spins" FOR EACH ROW EXECUTE FUNCTION "keep_spin"('skill_spin_void');
--> statement-breakpoint
CREATE TRIGGER "skill_spins_kept" BEFORE DELETE ON "skill_spins" FOR EACH ROW EXECUTE FUNCTION "refuse_approval_change"();
