ALTER TABLE "notifications" ADD COLUMN "about_record" text;--> statement-breakpoint
ALTER TABLE "notifications" ADD COLUMN "about_id" uuid;